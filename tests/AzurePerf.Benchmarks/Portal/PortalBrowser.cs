using Microsoft.Playwright;

namespace AzurePerf.Benchmarks.Portal;

/// <summary>Chromium without a window, for the first look at a page: nothing is in its cache.</summary>
internal sealed class PortalBrowser : IAsyncDisposable
{
    private readonly IPlaywright _playwright;
    private readonly IBrowser _browser;

    private PortalBrowser(IPlaywright playwright, IBrowser browser) => (_playwright, _browser) = (playwright, browser);

    public static async Task<PortalBrowser> StartAsync()
    {
        var playwright = await Playwright.CreateAsync();
        var browser = await playwright.Chromium.LaunchAsync(new()
        {
            ExecutablePath = "/usr/bin/chromium-headless-shell",
            Args = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
        });
        return new(playwright, browser);
    }

    /// <summary>Milliseconds from the start of the navigation until the last chart was drawn, and how many were.</summary>
    public async Task<(double Milliseconds, int Charts)> DrawAsync(Uri page)
    {
        await using var context = await _browser.NewContextAsync();
        var tab = await context.NewPageAsync();
        await tab.GotoAsync(page.AbsoluteUri);
        var section = await tab.WaitForSelectorAsync("#charts[data-drawn]");
        var drawn = int.Parse(await section!.GetAttributeAsync("data-drawn") ?? "0", System.Globalization.CultureInfo.InvariantCulture);
        return (await tab.EvaluateAsync<double>("performance.getEntriesByName('charts-drawn')[0].startTime"), drawn);
    }

    public async ValueTask DisposeAsync()
    {
        await _browser.DisposeAsync();
        _playwright.Dispose();
    }
}
