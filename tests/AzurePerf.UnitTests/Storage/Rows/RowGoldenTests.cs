using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Mail;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;
using AzurePerf.Core.Shares;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Trends;
using AzurePerf.Core.Views;
using AzurePerf.Core.Workers;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Storage;
using AzurePerf.Storage.Access;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Mail;
using AzurePerf.Storage.Programs;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Schedules;
using AzurePerf.Storage.Shares;
using AzurePerf.Storage.Tasks;
using AzurePerf.Storage.Trends;
using AzurePerf.Storage.Views;
using AzurePerf.Storage.Workers;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Access;
using AzurePerf.UnitTests.Golden;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.Schedules;
using AzurePerf.UnitTests.TaskManager;
using AzurePerf.UnitTests.Views;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Rows;

/// <summary>How everything that is stored stands in its row, version 1: what is written is as in the golden file, and the golden file reads back as what was written.</summary>
public sealed class RowGoldenTests
{
    private const string RunId = "abcdefghij234567klmn";
    private static readonly DateTimeOffset Then = new(2026, 2, 14, 9, 30, 0, TimeSpan.Zero);
    private static readonly JsonSerializerOptions WithFields = new(ApiJson.Options) { IncludeFields = true };
    private readonly InMemoryRowStore _rows = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private static RunState Run => new()
    {
        RunId = RunId,
        Spec = SampleSpecs.Of("""
            { "experiment": "table.filter", "name": "evening", "preset": "quick", "target": "west", "seed": 42, "onError": "stop", "tags": { "b": "2", "a": "1" } }
            """),
        Owner = "tester",
        BodyHash = "22222222222222222222",
        IndexKey = RunIndexKey.For(RunId, Then),
        Status = RunStatus.Failed,
        Reason = "a point failed and onError is stop",
        SubmittedAt = Then,
        StartedAt = Then.AddSeconds(1),
        EndedAt = Then.AddMinutes(2),
        Points = 4,
        Emulator = true,
        Headline = new("opsPerSecond", "1/s", 12.5, new() { ["clients"] = 4 }, 2),
    };

    [Fact]
    public async Task A_header()
    {
        var store = new RunStore(_rows);
        await store.TryAddAsync(Run, Cancelled);

        await CheckAsync("row-run.json", ControlNames.RunsTable, RunId, "h", Run, rows => new RunStore(rows).FindAsync(RunId, Cancelled));
    }

    [Fact]
    public async Task A_header_of_a_run_that_a_schedule_started()
    {
        var run = Run with { Schedule = new("schedule234567234567", Then) };
        await new RunStore(_rows).TryAddAsync(run, Cancelled);

        await CheckAsync("row-run-scheduled.json", ControlNames.RunsTable, RunId, "h", run, rows => new RunStore(rows).FindAsync(RunId, Cancelled));
    }

    [Fact]
    public async Task A_header_of_a_retry_whose_labels_were_changed()
    {
        var run = Run with { Spec = RunRetry.Of(Run.Spec, [2, 4]), Origin = new(RunOriginKind.Retry, "origin234567origin23"), ChangedTags = new() { ["verdict"] = "good" } };
        await new RunStore(_rows).TryAddAsync(run, Cancelled);

        await CheckAsync("row-run-retried.json", ControlNames.RunsTable, RunId, "h", run, rows => new RunStore(rows).FindAsync(RunId, Cancelled));
    }

    [Fact]
    public async Task A_note()
    {
        var note = new RunNote(Then, "tester", "the region was\nthrottled");
        await _rows.PutAsync(ControlNames.RunsTable, RunRows.FromNote(RunId, 7, note), Cancelled);

        await CheckAsync("row-note.json", ControlNames.RunsTable, RunId, "n0007", note, async rows => RunRows.ToNote((await rows.FindAsync(ControlNames.RunsTable, RunId, "n0007", Cancelled))!));
    }

    [Fact]
    public async Task A_baseline()
    {
        var baseline = new BaselineResponse("west", "table.filter", RunId, "tester", Then);
        await new BaselineStore(_rows, NullLogger<BaselineStore>.Instance).TryPutAsync(baseline, "", Cancelled);

        await CheckAsync("row-baseline.json", ControlNames.BaselinesTable, "west", "table.filter", baseline, rows => new BaselineStore(rows, NullLogger<BaselineStore>.Instance).FindAsync(new("west", "table.filter", false), Cancelled));
    }

    [Fact]
    public async Task A_schedule()
    {
        var schedule = SampleSchedules.Of("0 2 * * MON-FRI", Then, "Europe/Berlin") with
        {
            BodyHash = "22222222222222222222",
            JitterSeconds = 600,
            Overlap = OverlapPolicy.Allow,
            PendingAt = Then.AddDays(3),
            LastRunId = RunId,
            LastRunAt = Then.AddDays(1),
            EarlierRunIds = ["bcdefghij234567klmno", "cdefghij234567klmnop"],
            Missed = 12,
            MissedTimes = [Then.AddDays(-1), Then],
            Skipped = 3,
            SkippedAt = Then.AddDays(2),
            SkipReason = "its previous run abc has not ended",
        };
        await new ScheduleStore(_rows).TryAddAsync(schedule, Cancelled);

        await CheckAsync("row-schedule.json", ControlNames.SchedulesTable, SampleSchedules.Id, "schedule", schedule, rows => new ScheduleStore(rows).FindAsync(SampleSchedules.Id, Cancelled));
    }

    [Fact]
    public async Task A_view()
    {
        var view = SampleViews.Of("Nightly failures", "/runs?state=failed&tag=nightly", Then) with { KeyHash = "33333333333333333333" };
        await new ViewStore(_rows).TryAddAsync(view, Cancelled);

        await CheckAsync("row-view.json", ControlNames.ViewsTable, "views", view.Id, view, rows => new ViewStore(rows).FindAsync(view.Id, Cancelled));
    }

    [Fact]
    public async Task A_share()
    {
        var share = new Share
        {
            Id = RunId,
            Hash = ShareToken.HashOf("azs_a"),
            Address = ViewAddress.Read("/compare?runs=a,b", out _)!,
            Owner = "tester",
            CreatedAt = Then,
            ExpiresAt = Then.AddDays(7),
            OpenedAt = Then.AddHours(1),
            RevokedAt = Then.AddDays(1),
            RevokedBy = "ann",
            IsMailedForAnyone = true,
        };
        await _rows.TryInsertAsync(ControlNames.SharesTable, ShareRows.FromShare(share), Cancelled);

        await CheckAsync("row-share.json", ControlNames.SharesTable, "shares", share.Id, share, rows => new ShareStore(rows, TimeProvider.System).FindAsync(share.Id, Cancelled));
    }

    [Fact]
    public async Task A_mail_that_waits()
    {
        var mail = OutboxMail.For(RunId, "ann@example.com", "example.org", "azs_a", Then).Claimed(Then)
            .After(MailOutcome.Failed("the server refuses the sign-in"), Then.AddSeconds(1));
        await new OutboxStore(_rows).AddAsync(mail, Cancelled);

        await CheckAsync("row-mail.json", ControlNames.OutboxTable, "outbox", mail.Id, mail, rows => new OutboxStore(rows).FindAsync(mail.Id, Cancelled));
    }

    [Fact]
    public async Task A_program_of_a_user()
    {
        const string Manifest = """{ "name": "ndvi", "run": "bin/ndvi", "inputs": "flat", "outputs": ["ndvi.csv"] }""";
        var program = new StoredProgram
        {
            Hash = new('a', ProgramHash.Characters),
            Manifest = ProgramManifest.Read(System.Text.Encoding.UTF8.GetBytes(Manifest)).Manifest!,
            ManifestText = Manifest,
            ZippedBytes = 20_000,
            UnpackedBytes = 5_000_000_000,
            Files = 3,
            AddedBy = "ci",
            AddedAt = Then,
            RevokedAt = Then.AddDays(1),
            RevokedBy = "ann",
        };
        await _rows.TryInsertAsync(ControlNames.ProgramsTable, ProgramRows.FromProgram(program), Cancelled);

        await CheckAsync("row-program.json", ControlNames.ProgramsTable, "programs", program.Hash, program, rows => new ProgramStore(new InMemoryBlobStore(TimeProvider.System), rows, TimeProvider.System).FindAsync(program.Hash, Cancelled));
    }

    [Fact]
    public async Task A_key()
    {
        var key = SampleKeys.Of("ci", AccessScope.Submit, Then) with
        {
            LastUsedAt = Then.AddHours(1),
            RevokedAt = Then.AddDays(1),
            RevokedBy = "ann",
            ReplacedBy = "zyxwvutsrq234567klmn",
        };
        await new KeyStore(_rows).TryAddAsync(key, null, new([], null), Cancelled);

        await CheckAsync("row-key.json", ControlNames.KeysTable, "keys", SampleKeys.Id, key, rows => new KeyStore(rows).FindAsync(SampleKeys.Id, Cancelled));
    }

    [Fact]
    public async Task An_entry_of_the_audit()
    {
        var audit = new AuditStore(_rows, new SeededIdSource(1), new FakeTimeProvider());
        await audit.AppendAsync(new("ci", AccessScope.Submit, SampleKeys.Id), "POST /api/v1/runs", RunId, "10.1.2.3", AuditOutcome.Done, Cancelled);
        var entry = await audit.ListAsync(null, Cancelled).SingleAsync(Cancelled);

        await CheckAsync("row-audit.json", ControlNames.AuditTable, "201006", entry.Id, entry, async rows =>
            await new AuditStore(rows, new SeededIdSource(2), new FakeTimeProvider()).ListAsync(null, Cancelled).SingleAsync(Cancelled));
    }

    [Fact]
    public async Task An_index_entry()
    {
        await new RunStore(_rows).PutIndexAsync(Run, Cancelled);

        var item = new RunListItem(
            RunId, RunStatus.Failed, Run.Reason, "table.filter", "evening", "west", "quick", "tester", Then, Then.AddMinutes(2), new SortedDictionary<string, string> { ["a"] = "1", ["b"] = "2" })
        {
            StartedAt = Run.StartedAt,
            Headline = Run.Headline,
            Repetitions = 2,
        };
        await CheckAsync("row-runindex.json", ControlNames.RunIndexTable, Run.IndexKey.Month, Run.IndexKey.RowKey, new RunIndexEntry(Run.IndexKey, RunId, item),
            async rows => await new RunStore(rows).ListMonthAsync("202602", Cancelled).SingleAsync(Cancelled));
    }

    [Fact]
    public async Task A_run_in_a_trend()
    {
        var run = new TrendRun
        {
            RunId = RunId,
            Experiment = "blob.download",
            Target = "west",
            Status = RunStatus.Completed,
            At = Then,
            Name = "evening",
            Scale = "custom",
            PlanHash = "plan",
            Settings = "settings",
            ScheduleId = "schedule",
            Build = "build",
            Size = "D2s",
            Emulator = true,
            Figures = new("bytesPerSecond", "B/s", true, [new(new() { ["clients"] = 4 }, 1.5e8, 1.4e8, 1.6e8, 6)]),
        };
        await new TrendStore(_rows).PutAsync(run, Cancelled);

        await CheckAsync("row-trend.json", ControlNames.TrendsTable, "blob.download~west", Run.IndexKey.RowKey, run,
            async rows => await new TrendStore(rows).ListAsync("blob.download", "west", Cancelled).SingleAsync(Cancelled));
    }

    [Fact]
    public async Task A_stage()
    {
        var stage = new StageState { RunId = RunId, Id = StageKind.Measure, Open = true, Total = 230, Created = 200, Dispatched = 12, Finished = 11, Failed = 2, Requests = 5_000_000_000, AcceptedAttempt = 3, OpenedAt = Then, FirstTakenAt = Then.AddSeconds(4) };
        await _rows.PutAsync(ControlNames.RunsTable, RunRows.FromStage(stage), Cancelled);

        await CheckAsync("row-stage.json", ControlNames.RunsTable, RunId, "s01", stage, async rows => RunRows.ToStage((await rows.FindAsync(ControlNames.RunsTable, RunId, "s01", Cancelled))!));
    }

    [Fact]
    public async Task A_closed_bag()
    {
        var stage = new StageState { RunId = RunId, Id = StageId.Bag(0), Open = true, Closed = true, Total = 5, Created = 5, Dispatched = 5, Finished = 5, OpenedAt = Then, ClosedAt = Then.AddSeconds(9), Work = TimeSpan.FromSeconds(31.5), Longest = TimeSpan.FromSeconds(8), Slots = 7.25 };
        await _rows.PutAsync(ControlNames.RunsTable, RunRows.FromStage(stage), Cancelled);
        var key = RunRows.FromStage(stage).RowKey;

        await CheckAsync("row-stage-bag.json", ControlNames.RunsTable, RunId, key, stage, async rows => RunRows.ToStage((await rows.FindAsync(ControlNames.RunsTable, RunId, key, Cancelled))!));
    }

    [Fact]
    public async Task A_task()
    {
        var task = new BenchmarkTask
        {
            Key = new(RunId, StageKind.Measure, 17),
            Order = new() { Point = 18, Levels = new JsonObject { ["clients"] = 4, ["sink"] = "none" }, Repetition = 2, ExpectedSeconds = 12.345, Dataset = 0, PreparedAttempt = 1 },
            Status = BenchmarkTaskStatus.Censored,
            Attempt = 3,
            Owner = "worker1",
            Sku = "Standard_D4s_v5",
            Nonce = "nonce1",
            ReadyAt = Then,
            NotBefore = Then.AddSeconds(2),
            ClaimedAt = Then.AddSeconds(3),
            EndedAt = Then.AddSeconds(9),
            Failures = new(1, 0, 1, 0, 1),
            Ends = ImmutableSortedDictionary<int, FailureCause>.Empty.Add(1, FailureCause.ServerBusy).Add(2, FailureCause.WorkerLost).Add(3, FailureCause.UserCodeError),
            FailureCause = FailureCause.UserCodeError,
            Error = "it broke",
            Result = """{"partial":true}""",
        };
        await new TaskStore(_rows).TryAddAsync([task], Cancelled);

        await CheckAsync("row-task.json", ControlNames.TasksTable, $"00-{RunId}-01", "00000017", task, rows => new TaskStore(rows).FindAsync(task.Key, Cancelled));
    }

    [Fact]
    public async Task A_task_that_is_new()
    {
        var task = new BenchmarkTask { Key = new(RunId, StageKind.Prepare, 0), Order = new(), ReadyAt = Then };
        await new TaskStore(_rows).TryAddAsync([task], Cancelled);

        await CheckAsync("row-task-new.json", ControlNames.TasksTable, $"00-{RunId}-00", "00000000", task, rows => new TaskStore(rows).FindAsync(task.Key, Cancelled));
    }

    [Fact]
    public async Task A_worker()
    {
        var worker = new WorkerState
        {
            WorkerId = "worker1",
            Pool = WorkerPool.Measure,
            HostId = "host1",
            Build = "0.1.0+abc",
            Beat = 5_000_000_000,
            StartedAt = Then,
            BeatAt = Then.AddSeconds(20),
            Slots = 4,
            Running = [new(RunId, 1, 0, 17, 3, "message1", "receipt1", 12.5, 4.25, "measuring", 5, 20)],
            Tallies = [new(RunId, 10, 7, 1, 3.5)],
            Requests = 6_000_000_000,
            Holding = true,
            RunsPrograms = true,
            Draining = true,
        };
        await new WorkerStore(_rows).TryAddAsync(worker, Cancelled);

        await CheckAsync("row-worker.json", ControlNames.WorkersTable, "measure", "worker1", worker, rows => new WorkerStore(rows).FindAsync("measure", "worker1", Cancelled));
    }

    [Fact]
    public async Task The_orders_of_a_worker()
    {
        var orders = new WorkerCommands { Stops = [new(RunId, 1, 17, 3, FailureCause.TimedOut, "it ran over its limit")], Hold = true, Watched = true };
        await new WorkerStore(_rows).TryPutCommandsAsync("measure", "worker1", orders, Cancelled);

        await CheckAsync("row-orders.json", ControlNames.WorkersTable, "measure", "worker1!orders", orders, rows => new WorkerStore(rows).FindCommandsAsync("measure", "worker1", Cancelled));
    }

    [Fact]
    public async Task A_point()
    {
        var point = new PointRecord
        {
            Number = 18,
            Repetition = 2,
            Levels = new JsonObject { ["clients"] = 4, ["sink"] = "none" },
            Status = PointStatus.Failed,
            Attempt = 3,
            WorkerId = "worker1",
            HostId = "host1",
            ClaimedAt = Then,
            EndedAt = Then.AddSeconds(5),
            Emulator = true,
            Result = SampleSummary.Of(4, PointFlag.Partial, PointFlag.SampleTooSmall),
            DetailsBlob = "run/1/17/3",
            Error = "it broke",
        };
        await new PointStore(_rows).TryPublishAsync(RunId, point, Cancelled);

        await CheckAsync("row-point.json", ControlNames.PointsTable, RunId, "000018", point, async rows => await new PointStore(rows).ListAsync(RunId, Cancelled).SingleAsync(Cancelled), version: 2);
    }

    [Fact]
    public async Task An_event()
    {
        var time = new FakeTimeProvider();
        await new EventStore(_rows, time).AppendAsync(RunId, "begun: 4 points", Cancelled);

        await CheckAsync("row-event.json", ControlNames.EventsTable, RunId, "0000000001", new RunEvent(1, time.GetUtcNow(), "begun: 4 points"),
            async rows => await new EventStore(rows, time).ListAsync(RunId, 0, Cancelled).SingleAsync(Cancelled));
    }

    [Fact]
    public async Task An_attempt()
    {
        var task = new BenchmarkTask { Key = new(RunId, StageKind.Measure, 17), Order = new(), Attempt = 3, Owner = "worker1", Sku = "Standard_D4s_v5", ClaimedAt = Then, EndedAt = Then.AddSeconds(5) };
        await new AttemptStore(_rows).AddAsync(task, FailureCause.WorkerLost, "worker worker1 died", Cancelled);

        GoldenFile.Check("row-attempt.json", RowText.Of((await _rows.FindAsync(ControlNames.AttemptsTable, $"00-{RunId}", "01-00000017-3", Cancelled))!));
    }

    [Fact]
    public async Task A_resource()
    {
        var entry = new ResourceEntry(RunId, "west", StorageResource.Table, "azp1");
        await new ResourceStore(_rows).AddAsync(entry, Cancelled);

        await CheckAsync("row-resource.json", ControlNames.ResourcesTable, RunId, "azp1", entry, async rows => (await new ResourceStore(rows).ListAsync(RunId, Cancelled).SingleAsync(Cancelled)).Value!);
    }

    [Fact]
    public async Task A_lease()
    {
        await new LeaseStore(_rows).TakeAsync("target-west", RunId, Cancelled);

        await CheckAsync("row-lease.json", ControlNames.LeasesTable, "target-west", "lease", ("target-west", RunId), async rows => await new LeaseStore(rows).ListAsync(Cancelled).SingleAsync(Cancelled));
    }

    private async Task CheckAsync<T>(string golden, string table, string partitionKey, string rowKey, T expected, Func<IRowStore, Task<T?>> read, int version = 1)
    {
        var written = (await _rows.FindAsync(table, partitionKey, rowKey, Cancelled))!;
        GoldenFile.Check(golden, RowText.Of(written));
        Assert.Equal(version, written.Integer("v"));

        var fresh = new InMemoryRowStore();
        await fresh.PutAsync(table, RowText.Parse(GoldenFile.Read(golden)), Cancelled);
        Assert.Equal(TextOf(expected), TextOf(await read(fresh)));
    }

    private static string TextOf<T>(T value)
    {
        var node = JsonSerializer.SerializeToNode(value, WithFields)!;
        (node as JsonObject)?.Remove("eTag");
        return node.ToJsonString();
    }
}
