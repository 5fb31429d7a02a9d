"""What the inspector shows: runs found and loaded, frames, figures and marked text. No page is drawn here."""
