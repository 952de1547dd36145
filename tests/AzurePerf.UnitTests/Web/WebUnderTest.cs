using System.Collections.Concurrent;
using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using AzurePerf.Core.Targets;
using AzurePerf.Storage;
using AzurePerf.Storage.Rights;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Storage;
using AzurePerf.Web;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace AzurePerf.UnitTests.Web;

/// <summary>
/// The whole web host over a control plane in memory, at an instant that does not move. Hosts that nothing was replaced in serve one test after the other, each with an
/// empty control plane: they keep no state elsewhere, and starting one takes longer than most tests. Those that know callers do so where a test asks for it: what they remember
/// is of keys and addresses that no other test has.
/// </summary>
internal sealed class WebUnderTest : IAsyncDisposable
{
    public static readonly DateTimeOffset Now = new(2026, 3, 14, 9, 26, 53, TimeSpan.Zero);
    public static readonly TimeProvider Clock = new StillTime();
    private static readonly ConcurrentDictionary<string, ConcurrentBag<(WebApplicationFactory<WebOptions> Factory, InMemoryControlPlane Control)>> Idle = [];
    private readonly WebApplicationFactory<WebOptions> _factory;
    private readonly string? _shared;

    public WebUnderTest(Action<IServiceCollection>? replace = null)
        : this(replace, null)
    {
    }

    /// <param name="replace">Replaces services; null for none.</param>
    /// <param name="control">Another host's control plane; null for one of its own.</param>
    /// <param name="settings">Settings beside those that every host here has.</param>
    public WebUnderTest(Action<IServiceCollection>? replace, InMemoryControlPlane? control, params (string Name, string Value)[] settings)
    {
        _shared = replace is null && control is null && settings.Length == 0 ? "" : null;
        (_factory, Control) = _shared is not null && IdleOf(_shared).TryTake(out var idle) ? idle : Create(replace, control, settings);
        Client = _factory.CreateClient(new() { AllowAutoRedirect = false });
    }

    private WebUnderTest((string Name, string Value)[] settings)
    {
        _shared = string.Join('\n', settings);
        (_factory, Control) = IdleOf(_shared).TryTake(out var idle) ? idle : Create(services => services.AddSingleton<IStartupFilter, NewAddresses>(), null, settings);
        Client = _factory.CreateClient(new() { AllowAutoRedirect = false });
        Services.GetServices<IStartupFilter>().OfType<NewAddresses>().Single().Change();
    }

    /// <summary>A host with settings that has served other tests, and will: each test comes from an address of its own.</summary>
    public static WebUnderTest Shared(params (string Name, string Value)[] settings) => new(settings);

    public InMemoryControlPlane Control { get; }

    public HttpClient Client { get; }

    public IServiceProvider Services => _factory.Services;

    /// <summary>Rows of every table and messages of every queue: 0 when nothing was stored. That a month had runs stays noted when they are gone; any page with a form makes what signs
    /// it; and the audit forgets nothing.</summary>
    public int Stored => ControlNames.Tables.Except([ControlNames.MonthsTable, ControlNames.KeysTable, ControlNames.AuditTable]).Sum(Control.Rows.Count)
        + Control.RunRequests.Texts.Count + Control.MeasureTasks.Texts.Count;

    public async Task<HttpResponseMessage> PostJsonAsync(string address, string json, string? idempotencyKey = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, address) { Content = new StringContent(json, Encoding.UTF8, new MediaTypeHeaderValue("application/json")) };
        if (idempotencyKey is not null)
        {
            request.Headers.TryAddWithoutValidation("Idempotency-Key", idempotencyKey);
        }

        return await Client.SendAsync(request, TestContext.Current.CancellationToken);
    }

    /// <summary>A further client of the same host, over HTTPS, that keeps no cookies.</summary>
    public HttpClient NewClient() => _factory.CreateClient(new() { AllowAutoRedirect = false, HandleCookies = false, BaseAddress = new("https://localhost") });

    public Task<HttpResponseMessage> GetAsync(string address) => Client.GetAsync(address, TestContext.Current.CancellationToken);

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        if (_shared is not null)
        {
            // It goes on signing with what it has read, and another host over the same control plane must find that.
            var signing = await ((IRowStore)Control.Rows).ListAsync(ControlNames.KeysTable, "forms", cancellationToken: CancellationToken.None).ToArrayAsync(CancellationToken.None);
            Control.Clear();
            foreach (var row in signing)
            {
                await ((IRowStore)Control.Rows).PutAsync(ControlNames.KeysTable, row, CancellationToken.None);
            }

            IdleOf(_shared).Add((_factory, Control));
        }
        else
        {
            await _factory.DisposeAsync();
        }
    }

    public static async Task<JsonElement> JsonOf(HttpResponseMessage response)
    {
        using var document = JsonDocument.Parse(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
        return document.RootElement.Clone();
    }

    private static ConcurrentBag<(WebApplicationFactory<WebOptions> Factory, InMemoryControlPlane Control)> IdleOf(string settings) => Idle.GetOrAdd(settings, _ => []);

    private static (WebApplicationFactory<WebOptions> Factory, InMemoryControlPlane Control) Create(
        Action<IServiceCollection>? replace, InMemoryControlPlane? given, (string Name, string Value)[] settings)
    {
        var control = given ?? new InMemoryControlPlane(Clock);
        var factory = new WebApplicationFactory<WebOptions>().WithWebHostBuilder(web =>
        {
            web.UseSetting(StorageAccounts.ControlVariable, "DefaultEndpointsProtocol=https;AccountName=control;AccountKey=a2V5");
            web.UseSetting("Targets:Names:0", "default");
            web.UseSetting("Targets:Names:1", "west");
            foreach (var (name, value) in settings)
            {
                web.UseSetting(name, value);
            }

            web.ConfigureLogging(logs => logs.ClearProviders());
            web.ConfigureTestServices(services =>
            {
                services.AddSingleton(CheckedRights.Of(ControlHost.Web, control.AsControlPlane()));
                services.AddSingleton(Clock);
                replace?.Invoke(services);
            });
        });
        return (factory, control);
    }

    /// <summary>Requests that come from nowhere come from another address in each test.</summary>
    private sealed class NewAddresses : IStartupFilter
    {
        private static int _last;
        private IPAddress _address = IPAddress.None;

        public void Change() => _address = new(0x0A00_0000 + Interlocked.Increment(ref _last));

        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            app.Use((context, others) =>
            {
                context.Connection.RemoteIpAddress ??= _address;
                return others(context);
            });
            next(app);
        };
    }

    private sealed class StillTime : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => Now;
    }
}
