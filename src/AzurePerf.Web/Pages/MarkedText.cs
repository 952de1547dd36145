using Microsoft.AspNetCore.Html;

namespace AzurePerf.Web.Pages;

/// <summary>Sentences that name commands between backticks, as the tool prints them, for pages that have a mark of their own for
/// these.</summary>
internal static class MarkedText
{
    private const char Mark = '`';

    /// <summary>The sentence with its commands marked as such. A backtick without a partner is left as it is.</summary>
    public static IHtmlContent Html(string sentence)
    {
        var pieces = sentence.Split(Mark);
        var html = new HtmlContentBuilder();
        foreach (var (index, piece) in pieces.Index())
        {
            if (index % 2 == 0)
            {
                html.Append(piece);
            }
            else if (index == pieces.Length - 1)
            {
                html.Append(Mark + piece);
            }
            else
            {
                html.AppendHtml("<code>").Append(piece).AppendHtml("</code>");
            }
        }

        return html;
    }
}
