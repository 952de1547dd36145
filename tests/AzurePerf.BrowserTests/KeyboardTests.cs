using System.Text.Json;
using Xunit;

namespace AzurePerf.BrowserTests;

/// <summary>The keyboard alone: everything is reached, is seen to be reached, and is left again.</summary>
public sealed class KeyboardTests(PortalInBrowser portal)
{
    private const int MostSteps = 400;

    /// <summary>Nobody sees the page: a list is not read again while it is walked through, which would put new elements in place of those that were reached.</summary>
    private const string Unwatched = "Object.defineProperty(Document.prototype, 'hidden', { get: () => true })";

    /// <summary>Where the focus is, and whether anything shows it; null back at the page as a whole.</summary>
    private const string Focus = """
        () => {
          const at = document.activeElement;
          if (!at || at === document.body || at === document.documentElement) { return null; }
          const style = getComputedStyle(at);
          const box = at.getBoundingClientRect();
          window.focusNumber ??= 0;
          at.dataset.focusNumber ??= String(++window.focusNumber);
          return { number: Number(at.dataset.focusNumber), what: at.outerHTML.slice(0, 160), outlined: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0, sized: box.width > 0 && box.height > 0 && box.right > 0 && box.left < innerWidth };
        }
        """;

    /// <summary>Addresses, and how wide the window is.</summary>
    public static TheoryData<string, int> Pages => new()
    {
        { "/", Look.Desk.Width },
        { "/runs", Look.Desk.Width },
        { "/runs", Look.Phone.Width },
        { "/views", Look.Desk.Width },
        { "/views", Look.Phone.Width },
        { "/submit?experiment=blob.download&preset=quick", Look.Desk.Width },
        { "/runs/" + PageTests.RunsOf("blob.download").First(), Look.Desk.Width },
        { "/compare?runs=" + string.Join(",", PageTests.RunsOf("blob.download").Take(3)), Look.Desk.Width },
        { "/trends?schedule=" + PlantedHistory.ScheduleId, Look.Desk.Width },
    };

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task Tab_reaches_everything_shows_where_it_is_and_leaves_at_the_end(string address, int width)
    {
        await using var visit = await portal.OpenAsync(Look.Desk with { Width = width });
        await visit.Page.AddInitScriptAsync(Unwatched);
        await visit.GoAsync(address);
        if (await visit.Page.Locator("#charts figure").CountAsync() > 0)
        {
            await visit.Page.WaitForFunctionAsync("() => Number(document.getElementById('charts').dataset.drawn) > 0");
        }

        var seen = new HashSet<int>();
        for (var step = 0; ; step++)
        {
            Assert.True(step < MostSteps, $"the keyboard is trapped on {address}");
            await visit.Page.Keyboard.PressAsync("Tab");
            if (await visit.Page.EvaluateAsync<JsonElement?>(Focus) is not { ValueKind: JsonValueKind.Object } at)
            {
                break;
            }

            Assert.True(at.GetProperty("outlined").GetBoolean(), $"nothing shows the focus on {at.GetProperty("what")}");
            Assert.True(at.GetProperty("sized").GetBoolean(), $"the focus is on something that cannot be seen: {at.GetProperty("what")}");
            if (!seen.Add(at.GetProperty("number").GetInt32()))
            {
                break; // round once
            }
        }

        // What can be focused, is seen, and was not reached.
        var missed = await visit.Page.EvaluateAsync<string[]>("""
            () => [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")]
              .filter((element) => element.getClientRects().length > 0 && element.checkVisibility() && !element.disabled && !element.dataset.focusNumber)
              .map((element) => element.outerHTML.slice(0, 120))
            """);
        Assert.Empty(missed);
    }

    [Fact]
    public async Task Nothing_moves_for_whoever_asked_for_less_motion()
    {
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/runs/" + PageTests.RunsOf("blob.download").First());
        await visit.Page.WaitForFunctionAsync("() => Number(document.getElementById('charts').dataset.drawn) > 0");

        // Drawn at once: a picture taken now is the picture of a second later.
        const string Picture = "() => document.querySelector('#chart-rate canvas').toDataURL()";
        var first = await visit.Page.EvaluateAsync<string>(Picture);
        Assert.Equal(0, await visit.Page.EvaluateAsync<int>("() => document.getAnimations().length"));
        await visit.Page.EvaluateAsync("() => new Promise((done) => setTimeout(done, 400))");
        Assert.Equal(first, await visit.Page.EvaluateAsync<string>(Picture));
    }
}
