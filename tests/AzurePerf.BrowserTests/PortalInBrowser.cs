using AzurePerf.BrowserTests;
using AzurePerf.Core.Targets;
using AzurePerf.Testing.Storage;
using AzurePerf.Web;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Playwright;
using Xunit;

[assembly: AssemblyFixture(typeof(PortalInBrowser))]

namespace AzurePerf.BrowserTests;

/// <summary>One portal over a control plane in memory, on a real port, and one browser, for all tests. Each test opens a profile of its own.</summary>
public sealed class PortalInBrowser : IAsyncLifetime
{
    private static readonly string[] Executables = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    private static readonly string[] Arguments =
    [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ];

    private static readonly string? Executable = Executables.FirstOrDefault(File.Exists);
    private readonly KestrelFactory _factory = new();
    private IPlaywright? _playwright;
    private IBrowser? _browser;

    internal InMemoryControlPlane Control => _factory.Control;

    internal Uri Address => _factory.ClientOptions.BaseAddress;

    public async ValueTask InitializeAsync()
    {
        if (Executable is null)
        {
            return;
        }

        _factory.StartServer();
        _playwright = await Playwright.CreateAsync();
        _browser = await _playwright.Chromium.LaunchAsync(new() { ExecutablePath = Executable, Args = Arguments });
        await LoadSamplesAsync();
    }

    public async ValueTask DisposeAsync()
    {
        if (_browser is not null)
        {
            await _browser.DisposeAsync();
        }

        _playwright?.Dispose();
        await _factory.DisposeAsync();
    }

    /// <summary>A window with an empty profile.</summary>
    internal async Task<Visit> OpenAsync(Look? look = null)
    {
        Assert.SkipWhen(_browser is null, "Chromium is not installed: apt-get install chromium");
        var chosen = look ?? Look.Desk;
        var context = await _browser!.NewContextAsync(new()
        {
            BaseURL = Address.AbsoluteUri,
            ViewportSize = new() { Width = chosen.Width, Height = 900 },
            ColorScheme = chosen.Dark ? ColorScheme.Dark : ColorScheme.Light,
            JavaScriptEnabled = chosen.Scripts,
            Locale = "en-GB",
            TimezoneId = "Europe/Berlin",
            ReducedMotion = ReducedMotion.Reduce,
        });
        context.SetDefaultTimeout(20_000);
        return await Visit.OpenAsync(context);
    }

    /// <summary>As somebody does who opens the portal for the first time: from then on every test finds runs that were measured.</summary>
    private async Task LoadSamplesAsync()
    {
        await using var visit = await OpenAsync();
        await visit.GoAsync("/");
        await visit.CheckAccessAsync();
        await visit.ShootAsync("first-use-day");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Load sample data" }).ClickAsync();
        await Assertions.Expect(visit.Page.GetByRole(AriaRole.Button, new() { Name = "Remove sample data" })).ToBeVisibleAsync();
    }

    private sealed class KestrelFactory : WebApplicationFactory<WebOptions>
    {
        public KestrelFactory() => UseKestrel(0);

        public InMemoryControlPlane Control { get; } = new(TimeProvider.System);

        protected override void ConfigureWebHost(IWebHostBuilder builder)
        {
            builder.UseSetting(StorageAccounts.ControlVariable, "DefaultEndpointsProtocol=https;AccountName=control;AccountKey=a2V5");
            builder.UseSetting("Targets:Names:0", "default");
            builder.ConfigureLogging(logs => logs.ClearProviders());
            builder.ConfigureTestServices(services => services.AddSingleton(Control.AsControlPlane()));
        }
    }
}
