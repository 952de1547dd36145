using System.Net.Http.Headers;
using System.Text;
using AzurePerf.Core.Access;
using AzurePerf.Storage.Access;
using AzurePerf.Testing.Storage;
using AzurePerf.Web.Access;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

/// <summary>A web host in which callers must be known.</summary>
internal sealed class KeyedWeb(WebUnderTest web) : IAsyncDisposable
{
    private readonly HttpClient _client = web.NewClient();

    public KeyedWeb(params (string Name, string Value)[] settings)
        : this(null, settings)
    {
    }

    public KeyedWeb(InMemoryControlPlane? control, params (string Name, string Value)[] settings)
        : this(new WebUnderTest(null, control, [("Access:Mode", "keys"), .. settings]))
    {
    }

    public WebUnderTest Web => web;

    /// <summary>One that serves other tests before and after. Not for tests of how often somebody may ask, or of who wrote from where.</summary>
    public static KeyedWeb Shared(params (string Name, string Value)[] settings) => new(WebUnderTest.Shared([("Access:Mode", "keys"), .. settings]));

    /// <summary>A host that believes the sign-in of its environment.</summary>
    public static KeyedWeb InContainerApps(params (string Name, string Value)[] settings) => InContainerApps(new FakeProxy(), settings);

    /// <inheritdoc cref="InContainerApps(ValueTuple{string, string}[])"/>
    /// <param name="front">What it sees in front of itself.</param>
    /// <param name="settings">Its further settings.</param>
    public static KeyedWeb InContainerApps(FakeProxy front, params (string Name, string Value)[] settings) => new(new WebUnderTest(
        services => services.AddSingleton<IProxyCheck>(front),
        null,
        [("Access:Mode", "containerApps"), ("CONTAINER_APP_NAME", "web"), ("CONTAINER_APP_ENV_DNS_SUFFIX", "example.com"), .. settings]));

    public ValueTask DisposeAsync()
    {
        _client.Dispose();
        return web.DisposeAsync();
    }

    /// <summary>A new key, made past the API: its text and its id.</summary>
    public async Task<(string Text, string Id)> NewKeyAsync(string name, AccessScope scope, int days = 90)
    {
        var (_, key, text) = await web.Services.GetRequiredService<KeyCreation>()
            .CreateAsync(new(name, scope, days, null, 24), "tester", TestContext.Current.CancellationToken);
        return (text, key!.Id);
    }

    public Task<HttpResponseMessage> SendAsync(HttpMethod method, string address, string? key = null, string? json = null, params (string Name, string Value)[] headers) =>
        SendAsync(_client, method, address, key, json, headers);

    public Task<HttpResponseMessage> SendAsync(HttpRequestMessage request) => _client.SendAsync(request, TestContext.Current.CancellationToken);

    public static async Task<HttpResponseMessage> SendAsync(
        HttpClient client, HttpMethod method, string address, string? key = null, string? json = null, params (string Name, string Value)[] headers)
    {
        using var request = new HttpRequestMessage(method, address);
        if (key is not null)
        {
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", key);
        }

        if (json is not null)
        {
            request.Content = new StringContent(json, Encoding.UTF8, "application/json");
        }

        foreach (var (name, value) in headers)
        {
            request.Headers.TryAddWithoutValidation(name, value);
        }

        return await client.SendAsync(request, TestContext.Current.CancellationToken);
    }

    /// <summary>Submits a run with a key and gives back its id.</summary>
    public async Task<string> SubmitAsync(string key)
    {
        var response = await SendAsync(HttpMethod.Post, "/api/v1/runs", key, """{"experiment": "queue.add", "preset": "quick"}""");
        Assert.Equal(System.Net.HttpStatusCode.Accepted, response.StatusCode);
        return response.Headers.Location!.OriginalString.Split('/')[^1];
    }
}
