using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Baselines;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.BrowserTests;

/// <summary>What somebody reads who opens a page and does not scroll: the answer, how large and how sure it is, and what to do next.</summary>
public sealed class FirstGlanceTests(PortalInBrowser portal)
{
    private const string Request =
        """{"experiment": "blob.download", "preset": "quick", "name": "NAME", "repetitions": 12, "parameters": {"blobBytes": [1048576], "clients": [1, 4]} }""";

    /// <summary>The rest of a window of 900 pixels, and two screens of a phone.</summary>
    private static readonly (int Width, int Height)[] Glances = [(1_366, 900), (390, 1_800)];

    /// <summary>A candidate that does so many times as much, this or that side of it, and what is said of it.</summary>
    public sealed record Answer(string Name, double Factor, double Spread, params string[] Said);

    public static TheoryData<Answer> Answers => Night.Cases<Answer>(
        [
            new("slower", 0.7, 0, "Slower at both configurations", "-30 %", "How sure:", "Run the candidate again"),
            new("undecided", 1.15, 0.2, "Not sure at both configurations", "95 % CI", "How sure: low", "more repetitions"),
        ],
        new("faster", 1.4, 0, "Faster at both configurations", "+40 %", "How sure:", "Run the candidate again"),
        new("same", 1, 0, "No change at both configurations", "0 %", "How sure:", "Run the candidate again"));

    [Theory]
    [MemberData(nameof(Answers), DisableDiscoveryEnumeration = true)]
    public async Task A_comparison_is_answered_on_its_page_and_on_that_of_the_run(Answer answer)
    {
        var (name, factor, spread, said) = answer;
        var baseline = await MeasureAsync("before", 1, 0);
        var candidate = await MeasureAsync(name, factor, spread);
        var store = new BaselineStore(portal.Control.Rows, NullLogger<BaselineStore>.Instance);
        var before = await store.FindEntryAsync(new("default", "blob.download", false), TestContext.Current.CancellationToken);
        Assert.True(await store.TryPutAsync(
            new("default", "blob.download", baseline.Id, "ann", TimeProvider.System.GetUtcNow()), before.ETag, TestContext.Current.CancellationToken));

        await SeeAsync("/runs/" + candidate.Id, "glance-run-" + name, said);
        await SeeAsync(
            $"/compare?runs={baseline.Id},{candidate.Id}", "glance-compare-" + name, said);
    }

    [Fact]
    public async Task A_run_that_failed_says_why_and_what_to_do()
    {
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, Request.Replace("NAME", "failed", StringComparison.Ordinal));
        await run.BeginAsync();
        await run.EndAsync(RunStatus.Failed, "the target does not answer");

        await SeeAsync("/runs/" + run.Id, "glance-failed", "Failed.", "the target does not answer", "Next:", "retry 24 points without result");
    }

    [Fact]
    public async Task A_run_in_progress_says_how_far_it_is_and_what_happened_last()
    {
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, Request.Replace("NAME", "running", StringComparison.Ordinal));
        await run.BeginAsync();
        await run.NoteAsync(1, "begun: 24 points");

        await SeeAsync("/runs/" + run.Id, "glance-running", "running", "1 of 24 points", "left", "begun: 24 points", "Next:", "Cancel run");

        await run.EndAsync(RunStatus.Failed, "");
    }

    private async Task<PlantedRun> MeasureAsync(string name, double factor, double spread)
    {
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, Request.Replace("NAME", name, StringComparison.Ordinal));
        await run.BeginAsync();
        await run.MeasureAsync(planned => 50 * factor * (1 + (0.002 * (planned.Repetition * 7 % 12))) * (1 + (planned.Repetition % 2 == 0 ? spread : -spread)));
        await run.EndAsync(RunStatus.Completed, "");
        return run;
    }

    private async Task SeeAsync(string address, string name, params string[] said)
    {
        await using var visit = await portal.OpenAsync();
        Assert.Equal(200, await visit.GoAsync(address));
        await visit.LookAsync(name);
        foreach (var (width, height) in Glances)
        {
            await visit.Page.SetViewportSizeAsync(width, 900);
            var text = await visit.Page.EvaluateAsync<string>(TextAbove, height);
            Assert.All(said, words => Assert.Contains(words, text, StringComparison.Ordinal));
        }
    }

    /// <summary>Text that ends above a height of the page and that somebody sees.</summary>
    private const string TextAbove =
        """
        height => {
          const texts = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT);
          const range = document.createRange();
          let said = "";
          while (texts.nextNode()) {
            range.selectNodeContents(texts.currentNode);
            const place = range.getBoundingClientRect();
            if (place.height > 1 && place.width > 1 && place.bottom + scrollY <= height && texts.currentNode.parentElement.checkVisibility({ visibilityProperty: true })) {
              said += texts.currentNode.textContent.replace(/\s+/g, " ");
            }
          }
          return said.replace(/ +/g, " ");
        }
        """;
}
