using System.Text;
using System.Text.RegularExpressions;
using Deque.AxeCore.Commons;
using Microsoft.Playwright;
using Xunit;

namespace AzurePerf.BrowserTests;

/// <summary>One window and what went wrong in it: errors of the console, the content security policy's among them, and answers of 5xx.</summary>
internal sealed partial class Visit : IAsyncDisposable
{
    private static readonly string Axe = new BundledAxeScriptProvider().GetScript();

    /// <summary>Runs in the page itself, which has no frames: the package's own way opens another window for each check, and reads axe once more there and here.</summary>
    private const string Violations = """
        async rules => {
          const found = await axe.run(document, { resultTypes: ["violations"], ...(rules && { runOnly: { type: "rule", values: rules } }) });
          return found.violations.flatMap((violation) => violation.nodes.map((node) => `${node.impact} ${violation.id}: ${node.html}`));
        }
        """;

    /// <summary>What can differ between a page by day and the same by night. By name: the tag of colours has rules that are off by themselves.</summary>
    private static readonly string[]? OfColours = Night.IsOn ? null : ["color-contrast", "link-in-text-block"];

    private readonly IBrowserContext _context;
    private readonly List<string> _complaints = [];

    private Visit(IBrowserContext context, IPage page)
    {
        _context = context;
        Page = page;
        page.Console += (_, message) =>
        {
            if (message.Type is "error" or "warning" && !IsExpectedStatus(message.Text))
            {
                _complaints.Add($"{message.Type}: {message.Text} at {page.Url}");
            }
        };
        page.PageError += (_, error) => _complaints.Add($"uncaught: {error} at {page.Url}");
        page.Dialog += (_, dialog) =>
        {
            _complaints.Add($"dialog: {dialog.Message} at {page.Url}");
            _ = dialog.DismissAsync();
        };
        page.Response += (_, response) =>
        {
            if (response.Status >= 500)
            {
                _complaints.Add($"{response.Status}: {response.Url}");
            }
        };
    }

    public IPage Page { get; }

    public static async Task<Visit> OpenAsync(IBrowserContext context) => new(context, await context.NewPageAsync());

    /// <summary>Opens a page; the status it was answered with.</summary>
    public async Task<int> GoAsync(string address) => (await Page.GotoAsync(address))!.Status;

    /// <summary>Keeps a picture of the whole page among the artifacts, where pictures are asked for.</summary>
    public async Task ShootAsync(string name)
    {
        if (Screenshots.AreKept)
        {
            await Page.ScreenshotAsync(new() { Path = Path.Combine(Screenshots.Folder, name + ".png"), FullPage = true, Animations = ScreenshotAnimations.Disabled });
        }
    }

    /// <summary>Checks the page by day, by night and on a phone, and keeps a picture of each.</summary>
    public async Task LookAsync(string name)
    {
        if (await Page.Locator("#charts").CountAsync() > 0 && await Page.Locator("#charts figure").CountAsync() > 0)
        {
            await Page.WaitForFunctionAsync("() => Number(document.getElementById('charts').dataset.drawn) > 0");
        }

        await CheckAccessAsync();
        await ShootAsync(name + "-day");
        await Page.EmulateMediaAsync(new() { ColorScheme = ColorScheme.Dark });
        await CheckAccessAsync(OfColours);
        await ShootAsync(name + "-night");
        await Page.SetViewportSizeAsync(Look.Phone.Width, 900);
        await CheckWidthAsync();
        await ShootAsync(name + "-phone");
    }

    /// <summary>Fails on whatever axe finds, of any impact.</summary>
    /// <param name="rules">The rules; null for all.</param>
    public async Task CheckAccessAsync(string[]? rules = null)
    {
        if (!await Page.EvaluateAsync<bool>("() => 'axe' in window"))
        {
            await Page.EvaluateAsync(Axe);
        }

        var wrong = await Page.EvaluateAsync<string[]>(Violations, rules);
        Assert.True(wrong.Length == 0, $"{Page.Url}: {string.Join("\n", wrong)}");
    }

    /// <summary>Fails when the page can be scrolled sideways as a whole.</summary>
    public async Task CheckWidthAsync()
    {
        var sizes = await Page.EvaluateAsync<int[]>("() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]");
        Assert.True(sizes[0] <= sizes[1], $"{Page.Url} is {sizes[0]} pixels wide in a window of {sizes[1]}");
    }

    /// <summary>Prints the page on A4, as the browser does; how many sheets it takes. Keeps them among the artifacts.</summary>
    public async Task<int> PrintAsync(string name)
    {
        var sheets = await Page.PdfAsync(new() { Path = Path.Combine(Screenshots.Folder, name + "-print.pdf"), Format = "A4", Margin = new() { Top = "10mm", Bottom = "10mm", Left = "10mm", Right = "10mm" } });
        return SheetOfPdf().Count(Encoding.Latin1.GetString(sheets));
    }

    public async ValueTask DisposeAsync()
    {
        await _context.DisposeAsync();
        Assert.Empty(_complaints);
    }

    [GeneratedRegex(@"/Type\s*/Page\b")]
    private static partial Regex SheetOfPdf();

    /// <summary>The browser notes each answer of 4xx as an error; tests that ask for one look at it themselves.</summary>
    private static bool IsExpectedStatus(string text) => text.StartsWith("Failed to load resource: the server responded with a status of 4", StringComparison.Ordinal);
}
