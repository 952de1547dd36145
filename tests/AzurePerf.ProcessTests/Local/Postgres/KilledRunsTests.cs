using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.ProcessTests.Faults;
using AzurePerf.Storage.Runs;

namespace AzurePerf.ProcessTests.Local.Postgres;

/// <summary>Runs on databases whose processes are killed: all of ours at once, as when a local start is killed, and then the TaskManager and a process of the server.</summary>
public sealed class KilledRunsTests(Emulators emulators)
{
    private const string Load = "load";
    private const string Copy = "copy";
    private const string Measurement = "measurement";

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60) + (30 * FaultSettings.Heartbeat);

    /// <summary>Who copies has loaded before; who measures has copied.</summary>
    public static TheoryData<string> Moments => Night.Cases([Copy], Load, Measurement);

    [Theory]
    [MemberData(nameof(Moments))]
    public async Task Whatever_is_killed_a_point_has_one_result_no_database_is_left_and_the_password_stands_nowhere(string during)
    {
        await using var server = await StartedServer.OrSkipAsync();
        await using var view = new ServerView(server.Address);
        await using var installation = await Installation.CreateAsync(emulators, database: server.Address);
        var (manager, worker) = (installation.StartTaskManager(), installation.StartWorker(WorkerPool.Measure, "worker"));
        var runId = await installation.SubmitAsync(Request());
        var password = server.Address.Split(':', '@')[2];

        await UntilSeenAsync(attempt: 1);
        Assert.DoesNotContain(SecretSweep.Arguments(), arguments => arguments.Contains(password, StringComparison.Ordinal));
        worker.Kill();
        manager.Kill();
        var process = await UntilSeenAsync(attempt: 2);
        manager.Kill();
        OperatingSystemProcess.Signal(int.Parse(process, CultureInfo.InvariantCulture), OperatingSystemProcess.Kill);
        var run = await installation.UntilEndedAsync(runId, Limit);

        Assert.Equal((RunStatus.Completed, ""), (run.Status, run.Reason));
        var point = Assert.Single(await installation.PointsAsync(runId));
        Assert.Equal(PointStatus.Measured, point.Status);
        Assert.True(point.Result!.Operations!.Outcomes[OperationOutcome.Ok] > 0);
        var ends = await installation.AbnormalEndsAsync(runId, during == Load ? StageKind.Prepare : StageKind.Measure);
        Assert.Equal(FailureCause.WorkerLost, ends[0].Cause);

        // Clients of a server that crashed and came back go on; what loads or copies begins again.
        Assert.True(ends.Count >= (during == Measurement ? 1 : 2), string.Join(", ", ends));
        Assert.DoesNotContain(ends, end => end.Cause is FailureCause.UnknownFailure or FailureCause.UserCodeError);
        Assert.Equal("", await view.DatabasesAsync());
        Assert.Empty(await new ResourceStore(installation.Control.Rows).ListAllAsync(TestContext.Current.CancellationToken).ToArrayAsync(TestContext.Current.CancellationToken));

        // The id of the run shows that each of them was really looked at.
        (string Place, string Text)[][] places =
        [
            [.. await SecretSweep.ShownAsync(installation, runId)], [.. SecretSweep.Logs(installation)], [.. await SecretSweep.StoredAsync(installation)],
        ];
        Assert.All(places, kind => Assert.Contains(kind, place => place.Text.Contains(runId, StringComparison.Ordinal)));
        Assert.DoesNotContain(places.SelectMany(kind => kind), place => place.Text.Contains(password, StringComparison.OrdinalIgnoreCase));

        async Task<string> UntilSeenAsync(int attempt)
        {
            // Nobody can copy a database that somebody is connected to: the copy waits until this test has seen it.
            await using var held = during == Copy ? await installation.UntilAsync(() => view.TryHoldAsync(ResourceNames.ForDataset(runId, 0, 1)), Limit) : null;
            var (dataset, copy) = (ResourceNames.ForDataset(runId, 0, attempt), ResourceNames.ForPoint(runId, 1, attempt));
            return await installation.UntilAsync(
                () => view.ProcessAsync(during switch
                {
                    Load => $"datname = '{dataset}' AND query LIKE 'COPY %'",
                    Copy => $"query LIKE 'CREATE DATABASE {copy} %'",
                    _ => $"datname = '{copy}' AND query NOT LIKE '%current_setting%'",
                }),
                Limit);
        }
    }

    [Fact]
    public async Task Of_SQLite_no_file_is_left_either()
    {
        Night.OrSkip();
        var folder = Directory.CreateTempSubdirectory("azureperf-sqlite-test-");
        await using var installation = await Installation.CreateAsync(emulators, database: "sqlite:" + folder.FullName);
        var (manager, worker) = (installation.StartTaskManager(), installation.StartWorker(WorkerPool.Measure, "worker"));
        var runId = await installation.SubmitAsync(Request());

        await UntilThereAsync(ResourceNames.ForDataset(runId, 0, 1) + ".db");
        worker.Kill();
        manager.Kill();
        await UntilThereAsync(ResourceNames.ForPoint(runId, 1, 1) + ".db-wal");
        worker.Kill();
        manager.Kill();
        var run = await installation.UntilEndedAsync(runId, Limit);

        Assert.Equal((RunStatus.Completed, ""), (run.Status, run.Reason));
        Assert.True(Assert.Single(await installation.PointsAsync(runId)).Attempt >= 2);
        Assert.NotEmpty(await installation.AbnormalEndsAsync(runId, StageKind.Prepare));
        Assert.Empty(folder.GetFiles());
        folder.Delete();

        Task<string> UntilThereAsync(string name) =>
            installation.UntilAsync(() => Task.FromResult(File.Exists(Path.Combine(folder.FullName, name)) ? name : null), Limit);
    }

    private static JsonObject Request() => new()
    {
        ["experiment"] = "sql.single",
        ["target"] = "sql",
        ["repetitions"] = 1,
        ["parameters"] = new JsonObject
        {
            ["customers"] = 100,
            ["days"] = 2,
            ["clients"] = new JsonArray(1),
            ["operationsPerClient"] = 0,
            ["durationSeconds"] = FaultSettings.Milliseconds(3) / 1_000.0,
            ["warmUpOperations"] = 1,
        },
    };
}
