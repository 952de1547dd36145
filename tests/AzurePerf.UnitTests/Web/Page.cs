using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using AngleSharp.Html.Parser;
using Xunit;

namespace AzurePerf.UnitTests.Web;

/// <summary>An answer read as HTML, and its forms sent as a browser sends them.</summary>
internal sealed class Page
{
    private readonly WebUnderTest _web;

    private Page(WebUnderTest web, HttpResponseMessage response, IHtmlDocument document) => (_web, Response, Document) = (web, response, document);

    public HttpResponseMessage Response { get; }

    public IHtmlDocument Document { get; }

    public string Text => Document.Body!.TextContent;

    public static async Task<Page> OpenAsync(WebUnderTest web, string address) => await OfAsync(web, await web.GetAsync(address));

    public static async Task<Page> OfAsync(WebUnderTest web, HttpResponseMessage response)
    {
        Assert.Equal("text/html", response.Content.Headers.ContentType?.MediaType);
        return new(web, response, await new HtmlParser().ParseDocumentAsync(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)));
    }

    public IElement Element(string selector) => Document.QuerySelector(selector)
        ?? throw new Xunit.Sdk.XunitException($"{selector} is not on the page:\n{Document.DocumentElement.OuterHtml}");

    /// <summary>Texts of all elements, with single spaces.</summary>
    public IReadOnlyList<string> Texts(string selector) => [.. Document.QuerySelectorAll(selector)
        .Select(element => string.Join(' ', element.TextContent.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)))];

    /// <summary>Sends the page's form with method POST; changed fields win, null takes a field away.</summary>
    public async Task<HttpResponseMessage> SubmitAsync(params (string Name, string? Value)[] changes)
    {
        var form = (IHtmlFormElement)Element("form[method=post]");
        var changed = changes.Select(change => change.Name).ToHashSet();
        var fields = Fields(form).Where(field => !changed.Contains(field.Key))
            .Concat(changes.Where(change => change.Value is not null).Select(change => KeyValuePair.Create(change.Name, change.Value!)));
        using var content = new FormUrlEncodedContent(fields);
        return await _web.Client.PostAsync(new Uri(form.GetAttribute("action")!, UriKind.Relative), content, TestContext.Current.CancellationToken);
    }

    /// <summary>Presses the button with a text, as a browser without scripts does; changed fields win.</summary>
    public async Task<HttpResponseMessage> PressAsync(string text, params (string Name, string Value)[] changes)
    {
        var button = Document.QuerySelectorAll<IHtmlButtonElement>("form[method=post] button").First(one => (one.GetAttribute("aria-label") ?? one.TextContent).Trim() == text);
        var named = changes.Append((button.Name ?? "", button.Value)).Where(field => field.Item1.Length > 0).ToArray();
        var fields = Fields(button.Form!).Where(field => named.All(change => change.Item1 != field.Key)).Concat(named.Select(field => KeyValuePair.Create(field.Item1, field.Item2)));
        using var content = new FormUrlEncodedContent(fields);
        return await _web.Client.PostAsync(new Uri(button.Form!.GetAttribute("action")!, UriKind.Relative), content, TestContext.Current.CancellationToken);
    }

    private static IEnumerable<KeyValuePair<string, string>> Fields(IHtmlFormElement form)
    {
        foreach (var element in form.Elements)
        {
            var value = element switch
            {
                IHtmlInputElement { Type: "checkbox", IsChecked: false } => null,
                IHtmlInputElement input => input.Value,
                IHtmlSelectElement select => select.Value,
                IHtmlTextAreaElement area => area.Value,
                _ => null,
            };
            if (value is not null && element.GetAttribute("name") is { } name)
            {
                yield return KeyValuePair.Create(name, value);
            }
        }
    }
}
