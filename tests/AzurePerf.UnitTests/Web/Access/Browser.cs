using System.Net;
using AngleSharp.Html.Parser;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

/// <summary>Somebody at a browser, over HTTPS: cookies, forms, and nothing else.</summary>
internal sealed class Browser(WebUnderTest web) : IDisposable
{
    private readonly HttpClient _client = web.NewClient();
    private readonly Dictionary<string, string> _cookies = [];

    private string CookieText => string.Join("; ", _cookies.Select(cookie => $"{cookie.Key}={cookie.Value}"));

    /// <summary>Shows a key on the sign-in page.</summary>
    public static async Task<Browser> SignInAsync(KeyedWeb keyed, string key)
    {
        var browser = new Browser(keyed.Web);
        var response = await browser.PostAsync("/signin", "/signin", ("key", key));
        Assert.Equal(HttpStatusCode.Redirect, response.StatusCode);
        return browser;
    }

    /// <summary>The same browser, when another host answers at the same address.</summary>
    public Browser At(WebUnderTest other)
    {
        var moved = new Browser(other);
        foreach (var (name, value) in _cookies)
        {
            moved._cookies[name] = value;
        }

        return moved;
    }

    public Task<HttpResponseMessage> GetAsync(string address, params (string Name, string Value)[] headers) => SendAsync(new(HttpMethod.Get, address), headers);

    /// <summary>Opens a page and sends a form of it to an address, with the token that the page has.</summary>
    public async Task<HttpResponseMessage> PostAsync(string page, string address, params (string Name, string Value)[] fields) =>
        await SendFormAsync(address, await TokenOfAsync(page), fields);

    /// <summary>Sends a form that was opened before.</summary>
    public Task<HttpResponseMessage> SendFormAsync(string address, string token, params (string Name, string Value)[] fields) =>
        SendAsync(new(HttpMethod.Post, address)
        {
            Content = new FormUrlEncodedContent(fields.Append(("formToken", token)).Select(field => KeyValuePair.Create(field.Item1, field.Item2))),
        });

    /// <summary>The token of the forms on a page.</summary>
    public async Task<string> TokenOfAsync(string page)
    {
        var html = await (await GetAsync(page)).Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        var document = await new HtmlParser().ParseDocumentAsync(html);
        return document.QuerySelector("input[name=formToken]")?.GetAttribute("value") ?? throw new Xunit.Sdk.XunitException($"{page} has no form:\n{html}");
    }

    public async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, params (string Name, string Value)[] headers)
    {
        using (request)
        {
            if (_cookies.Count > 0)
            {
                request.Headers.Add("Cookie", CookieText);
            }

            foreach (var (name, value) in headers)
            {
                request.Headers.TryAddWithoutValidation(name, value);
            }

            var response = await _client.SendAsync(request, TestContext.Current.CancellationToken);
            Keep(response);
            return response;
        }
    }

    /// <summary>A client that shows the cookies that the browser has now.</summary>
    public HttpClient CopyOfCookies()
    {
        var copy = web.NewClient();
        copy.DefaultRequestHeaders.Add("Cookie", CookieText);
        return copy;
    }

    public void Dispose() => _client.Dispose();

    private void Keep(HttpResponseMessage response)
    {
        foreach (var header in response.Headers.TryGetValues("Set-Cookie", out var values) ? values : [])
        {
            var (name, value) = header.Split(';')[0].Split('=', 2) is [var left, var right] ? (left, right) : ("", "");
            if (value.Length == 0)
            {
                _cookies.Remove(name);
            }
            else
            {
                _cookies[name] = value;
            }
        }
    }
}
