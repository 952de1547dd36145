using AzurePerf.BrowserTests;
using AzurePerf.Testing.Storage;
using Microsoft.Playwright;
using Xunit;

[assembly: AssemblyFixture(typeof(PortalInBrowser))]

namespace AzurePerf.BrowserTests;

/// <summary>One portal over a control plane in memory, on a real port, and one browser, for all tests. Each test opens a profile of its own.</summary>
public sealed class PortalInBrowser : IAsyncLifetime
{
    /// <summary>The shell first: it makes no window frames that nobody sees.</summary>
    private static readonly string[] Names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
    private static readonly string[] Arguments =
    [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ];

    private static readonly string? Executable = Names
        .SelectMany(_ => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries), (name, folder) => Path.Combine(folder, name))
        .FirstOrDefault(File.Exists);

    /// <summary>Milliseconds that a page may take on a busy machine.</summary>
    private const float Patience = 20_000;

    private readonly PortalServer _factory = new(false, ("Programs:Allowed", "true"));
    private IPlaywright? _playwright;
    private IBrowser? _browser;

    internal InMemoryControlPlane Control => _factory.Control;

    internal Uri Address => _factory.Address;

    public async ValueTask InitializeAsync()
    {
        if (Executable is null)
        {
            return;
        }

        _factory.StartServer();
        Assertions.SetDefaultExpectTimeout(Patience);
        _playwright = await Playwright.CreateAsync();
        _browser = await _playwright.Chromium.LaunchAsync(new() { ExecutablePath = Executable, Args = Arguments });
        await LoadSamplesAsync();
        await PlantedHistory.PlantAsync(Control.Rows, TestContext.Current.CancellationToken);
        await PlantedPrograms.PlantAsync(Control, TestContext.Current.CancellationToken);
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
    /// <param name="look">How it looks at the portal.</param>
    /// <param name="address">Of another server; null for the one that all tests share.</param>
    internal async Task<Visit> OpenAsync(Look? look = null, Uri? address = null)
    {
        Assert.SkipWhen(_browser is null, "Chromium is not installed: apt-get install chromium-headless-shell");
        var chosen = look ?? Look.Desk;
        var context = await _browser!.NewContextAsync(new()
        {
            BaseURL = (address ?? Address).AbsoluteUri,
            IgnoreHTTPSErrors = true,
            ViewportSize = new() { Width = chosen.Width, Height = 900 },
            ColorScheme = chosen.Dark ? ColorScheme.Dark : ColorScheme.Light,
            JavaScriptEnabled = chosen.Scripts,
            Locale = "en-GB",
            TimezoneId = "Europe/Berlin",
            ReducedMotion = chosen.Still ? ReducedMotion.Reduce : ReducedMotion.NoPreference,
        });
        context.SetDefaultTimeout(Patience);
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
}
