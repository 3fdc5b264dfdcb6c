import CAdwaita
import CGtkKit
import GtkKit

/// The style of the screens. It uses only the platform's named colours, so dark and high-contrast styles work.
package enum ScreenStyle {
    package static func apply() {
        // A selected text would make Tab leave the label and skip its links.
        gtkkit_set_labels_select_on_focus(gtk_settings_get_default(), gboolean(0))
        StyleSheet().load(text)
        let contrast = StyleSheet()
        guard let manager = adw_style_manager_get_default() else { return }
        let update = {
            contrast.load(adw_style_manager_get_high_contrast(manager) != 0 ? highContrastRules : captionRules)
        }
        update()
        Signal.connect(manager, "notify::high-contrast") { _ in update() }
    }

    /// Gives captions a contrast of at least 4.5:1 in every style; libadwaita's light style has only 3.2:1.
    private nonisolated static let captionRules = ".dim-label, row .subtitle, windowtitle .subtitle { opacity: 0.75; }"

    /// Edges as strong as the platform's, even around photos that aren't loaded. The platform dims captions itself.
    private nonisolated static let highContrastRules = """
        .new-comment, .viewer-pane .feed-list > row, .viewer-pane .boxed-list > row {
            border-color: alpha(currentColor, 0.5);
        }
        .feed-banner, .feed-note { border: 1px solid alpha(currentColor, 0.5); border-left: none; border-right: none; }
        .feed-picture-box, .photo-cell { box-shadow: inset 0 0 0 1px alpha(currentColor, 0.5); }
        .viewer-pane { box-shadow: 0 0 0 1px rgba(255, 255, 255, 0.5); }
        """

    package nonisolated static let text = """
        .feed-list { background: none; }
        .feed-list > row, .feed-list > row:hover, .feed-list > row:active, .feed-list > row:selected {
            background: none; padding: 6px 12px; outline: none; border-radius: 0;
        }
        .feed-list > row:focus-visible .feed-load-more { outline: 2px solid @accent_color; outline-offset: 6px; }
        .feed-list.separators > row:last-child { border-bottom: none; }
        .feed-load-more { border-radius: 9px; }
        .comment:focus-within, .feed-list > row:focus-visible .comment { outline: 2px solid @accent_color; outline-offset: -2px; border-radius: 9px; }
        .feed-list > row:focus-visible .comments-status { outline: 2px solid @accent_color; outline-offset: 6px; border-radius: 9px; }
        .feed-card { padding: 12px; }
        .feed-card:focus-within, .feed-list > row:focus-visible > .feed-card { outline: 2px solid @accent_color; outline-offset: -2px; }
        .feed-tile { padding: 0; }
        .feed-card.selected, .photo-cell.selected { outline: 5px solid @accent_bg_color; outline-offset: -5px; }
        .photo-cell.selected { border: 9px solid @card_bg_color; }
        .feed-card.selected { background-color: mix(@card_bg_color, @accent_bg_color, 0.2); }
        .feed-card.selected:focus-within, .feed-list > row:focus-visible > .feed-card.selected, .photo-cell.selected:focus-visible {
            outline: 8px double @accent_color; outline-offset: -8px;
        }
        .feed-tile .feed-picture-box, .feed-tile button.feed-open { border-radius: 0; }
        .feed-caption { padding: 6px; min-height: 2.9em; }
        .feed-list.grid-low > row, .feed-list.grid-low > row:hover { padding: 3px 12px; }
        .feed-list.grid-usual > row, .feed-list.grid-usual > row:hover { padding: 2px 12px; }
        .feed-list.grid-high > row, .feed-list.grid-high > row:hover { padding: 1px 12px; }
        .photo-cell:not(.covered) { background-color: alpha(currentColor, 0.07); }
        .photo-cell.failed {
            background-image: -gtk-icontheme("image-missing-symbolic"); background-repeat: no-repeat;
            background-position: center; background-size: 32px 32px;
        }
        .photo-cell:focus-visible { border: 5px solid @window_bg_color; outline: 3px solid @accent_color; outline-offset: -3px; }
        .selection-mark {
            margin: 12px; min-width: 24px; min-height: 24px; border-radius: 99px; color: @accent_fg_color;
            box-shadow: 0 0 0 2px @accent_fg_color;
            background: @accent_bg_color -gtk-icontheme("object-select-symbolic") center / 16px no-repeat;
        }
        .selection-mark.empty { background: rgba(0, 0, 0, 0.3); box-shadow: 0 0 0 2px #ffffff; }
        .photo-month { margin: 6px; padding: 3px 9px; border-radius: 9px; }
        .month-heading { padding: 12px 0 6px 0; }
        .month-pill { padding: 6px 12px; border-radius: 99px; }
        .feed-location, .feed-date { font-size: 0.9em; }
        .inline-icon { -gtk-icon-size: 1.1em; }
        .feed-picture-box { border-radius: 9px; background-color: alpha(currentColor, 0.07); }
        .feed-picture-box.loading {
            background-image: linear-gradient(100deg, transparent 30%, alpha(currentColor, 0.09) 50%, transparent 70%);
            background-size: 300% 100%;
            animation: feed-shimmer 1.25s linear infinite;
        }
        @keyframes feed-shimmer {
            from { background-position: 100% 0; }
            to { background-position: 0% 0; }
        }
        button.feed-open {
            padding: 0; margin: 0; border: none; border-radius: 9px; min-width: 0; min-height: 0; background: none;
            box-shadow: none; outline: none;
        }
        .viewer { background-color: #1c1c1c; color: #ffffff; }
        .thumbnail-strip { background-color: #1c1c1c; color: #ffffff; padding: 9px; }
        window.fullscreen .viewer, window.fullscreen .thumbnail-strip { background-color: #000000; }
        .viewer-bar, headerbar.viewer-bar { background-color: rgba(0, 0, 0, 0.7); color: #ffffff; }
        .viewer popover > contents { background-color: #383838; color: #ffffff; }
        .viewer-pane { background-color: #242424; color: #ffffff; min-width: 320px; }
        .viewer-pane headerbar { background: none; color: #ffffff; box-shadow: none; }
        .viewer-pane .feed-list, .viewer-pane .feed-list > row { color: #ffffff; }
        .viewer-pane .feed-list > row, .viewer-pane .boxed-list > row { border-color: rgba(255, 255, 255, 0.15); }
        .viewer-pane .boxed-list { background-color: rgba(255, 255, 255, 0.08); color: #ffffff; }
        .viewer scrollbar { background: none; border: none; }
        .viewer scrollbar slider { background-color: rgba(255, 255, 255, 0.5); }
        .viewer-zoom { padding: 6px 12px; border-radius: 18px; }
        .thumbnail-strip .feed-picture-box, .thumbnail-strip button.feed-open { border-radius: 3px; }
        .thumbnail-strip .current { outline: 2px solid #ffffff; outline-offset: 2px; }
        .thumbnail-strip button.feed-open:focus-visible { outline: 3px solid @accent_color; outline-offset: -3px; }
        .viewer .linked-text link, .viewer .linked-text link:visited, .viewer .linked-text link:hover, .viewer-pane .linked-text link, .viewer-pane .linked-text link:visited, .viewer-pane .linked-text link:hover { color: #99c1f1; }
        .viewer-control { transition: opacity 200ms ease-out; }
        .viewer.resting .viewer-control { opacity: 0; transition: opacity 600ms ease-in; }
        .feed-links { margin: -6px; margin-top: -3px; }
        button.feed-link { padding: 3px 6px; min-height: 24px; color: @accent_color; font-weight: normal; }
        .feed-picture { opacity: 0; }
        .feed-picture.shown { opacity: 1; transition: opacity 250ms ease-out; }
        .feed-picture.shown.at-once { transition: none; }
        button.feed-retry { min-width: 56px; min-height: 56px; -gtk-icon-size: 28px; }
        button.feed-retry:focus-visible { outline: 3px solid @accent_color; outline-offset: 2px; }
        .feed-new-since { padding: 6px 0; }
        .feed-rule { min-height: 1px; min-width: 12px; background-color: alpha(currentColor, 0.25); }
        .feed-banner, .feed-note { background-color: alpha(currentColor, 0.06); }
        .feed-newest { margin-top: 12px; }
        .feed-newest button { box-shadow: 0 2px 8px rgba(0, 0, 0, 0.35); }
        .comment { padding: 9px 12px; }
        .new-comment { padding: 9px 24px; border-top: 1px solid alpha(currentColor, 0.15); }
        .linked-text link, .linked-text link:visited, .linked-text link:hover { color: mix(@accent_color, @window_fg_color, 0.4); }
        .commented-photo { padding: 9px 12px; }
        .commented-photo button.feed-open:focus-visible { outline: 2px solid @accent_color; outline-offset: -2px; }
        .row-box { padding: 6px 12px 6px 6px; min-height: 38px; }
        .row-box:dir(rtl) { padding: 6px 6px 6px 12px; }
        .entry-box entry.flat { padding: 0 8px; min-height: 36px; background: none; outline: none; }
        .entry-box:focus-within { outline: 2px solid @accent_color; outline-offset: -5px; border-radius: 9px; }
        .entry-box.refused:focus-within { outline-color: @error_color; }
        .entry-caption { margin: 0 8px; }
        .entry-box .entry-caption + entry.flat { min-height: 24px; }
        statuspage .description { margin: 0 12px; }
        .error-text { color: @error_color; }
        /* Prevents GTK's warning about a negative width: libadwaita takes the padding from these labels alone. */
        stackswitcher.circular > button.circular > label { margin: 0; }
        """
}
