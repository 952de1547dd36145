using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Sources.Serving;
using AzurePerf.Storage.Products;

namespace AzurePerf.ProcessTests.Faults;

/// <summary>A request for images over made granules, by processes that are killed and stopped, and by some that are left alone.</summary>
public sealed class ImagesUnderFaultsTests(Emulators emulators, ITestOutputHelper output)
{
    private const int DaysOfPeriod = 3;
    private const int Coarseness = 20;
    private const int Slots = 4;

    private const int Tiles = 16;

    /// <summary>Six, of 233 tasks; AZUREPERF_FAULTS_DAYS=30 makes 1,161.</summary>
    private static readonly int Days = FaultSettings.Days;

    /// <summary>Faults come over so many heartbeats: as long as a fast machine takes for as many days.</summary>
    private static readonly double Heartbeats = Days * Tiles / 8.0;

    /// <summary>A listing for each day, a download and a reprojection for each tile and day, an aggregation for each tile and period, a picture for each period, and the
    /// manifest.</summary>
    private static readonly int Tasks = Days + (2 * Days * Tiles) + ((Days + DaysOfPeriod - 1) / DaysOfPeriod * (Tiles + 1)) + 1;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60 + (20 * Days)) + (120 * FaultSettings.Heartbeat);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_manifest_is_the_same_byte_for_byte_whichever_processes_are_killed_or_stopped()
    {
        Night.OrSkip();
        await using var source = await MadeServer.StartAsync(new(Coarseness: Coarseness, Port: 0), _ => { }, Cancelled);
        var undisturbed = await MakeAsync(source.Address, _ => Task.CompletedTask);
        var disturbed = await MakeAsync(source.Address, StrikeAsync);

        Assert.Equal(Days * Tiles, JsonNode.Parse(undisturbed)!["images"]!.AsArray().Count);
        Assert.Equal(undisturbed, disturbed);
        output.WriteLine($"{Tasks} tasks, manifest of {undisturbed.Length} characters");
    }

    private async Task StrikeAsync(SupervisedHost[][] groups)
    {
        var faults = FaultPlan.Draw(FaultSettings.Seed, [.. groups.Select(group => group.Length)], Heartbeats);
        output.WriteLine($"AZUREPERF_FAULTS_SEED={FaultSettings.Seed}, heartbeat {FaultSettings.Heartbeat.TotalSeconds} s, faults by heartbeat:\n{string.Join('\n', faults)}");

        // The drawn ones may come when a fast machine is done: this one strikes a worker that executes.
        groups[1][0].Kill();
        await FaultPlan.StrikeAsync(faults, groups, Cancelled);
    }

    private async Task<string> MakeAsync(Uri source, Func<SupervisedHost[][], Task> disturb)
    {
        await using var installation = await Installation.CreateAsync(emulators);
        var sources = Directory.CreateTempSubdirectory("azureperf-sources-");
        try
        {
            Dictionary<string, string> settings = new()
            {
                ["Archive:BaseAddress"] = source.ToString().TrimEnd('/'),
                ["Worker:SourceDirectory"] = sources.FullName,
            };
            SupervisedHost[][] groups =
            [
                [installation.StartTaskManager("taskmanager-a"), installation.StartTaskManager("taskmanager-b")],
                [installation.StartWorker(WorkerPool.Bag, "bag-worker-a", Slots, settings), installation.StartWorker(WorkerPool.Bag, "bag-worker-b", Slots, settings)],
            ];
            var runId = await installation.SubmitAsync(Request());
            await installation.UntilAsync(
                async () => groups[1][0].WorkerId is { } worker && await installation.RunningAsync(WorkerPool.Bag) is { Count: > 0 } ? worker : null, Limit);
            await disturb(groups);
            var run = await installation.UntilEndedAsync(runId, Limit);
            Assert.Equal((RunStatus.Completed, ""), (run.Status, run.Reason));
            output.WriteLine($"{(run.EndedAt - run.StartedAt)!.Value.TotalSeconds:0.0} s; {await TextOfAsync(installation, runId)}");
            return await ManifestAsync(installation, run);
        }
        finally
        {
            sources.Delete(recursive: true);
        }
    }

    private static JsonObject Request() => new()
    {
        ["experiment"] = ModisPipelineOptions.Definition.Id,
        ["parameters"] = new JsonObject
        {
            ["product"] = "MOD11A1",
            ["area"] = string.Join(' ', from row in Enumerable.Range(3, Tiles / 4) from column in Enumerable.Range(17, 4) select $"h{column:00}v{row:00}"),
            ["from"] = "2024-01-25",
            ["days"] = Days,
            ["aggregateDays"] = DaysOfPeriod,
        },
    };

    private static async Task<string> ManifestAsync(Installation installation, RunState run)
    {
        var options = (ModisPipelineOptions)RunPlanner.BindStages(ModisPipelineOptions.Definition, run.Spec);
        var store = new ProductStore(installation.Control.Products, installation.Control.Rows, new RandomIdSource(), TimeProvider.System);
        await using var content = await store.OpenAsync(ImageNames.ManifestOf(ImageRequest.Read(options).Request!, run.RunId), "", Cancelled);
        Assert.NotNull(content);
        using var reader = new StreamReader(content.Stream);
        return await reader.ReadToEndAsync(Cancelled);
    }

    private static async Task<string> TextOfAsync(Installation installation, string runId)
    {
        var (tasks, ends) = (0, new List<AbnormalEnd>());
        for (var stage = 0; stage < ImageStages.InOrder.Length; stage++)
        {
            tasks += (await installation.TasksAsync(runId, StageId.Bag(stage))).Count;
            ends.AddRange(await installation.AbnormalEndsAsync(runId, StageId.Bag(stage)));
        }

        Assert.Equal(Tasks, tasks);
        return "ends without a result: " + string.Join(", ", ends.CountBy(end => end.Cause).Select(cause => $"{cause.Value} {cause.Key}"));
    }
}
