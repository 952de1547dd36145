using Azure;
using AzurePerf.Core.Mail;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Mail;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager.Bags;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>However much there is to do for one run, nobody else waits for it much longer than a second, and the lead does not lapse. Each request takes its time.</summary>
public sealed class TurnTests
{
    /// <summary>A second for a run or for old data, one request more, and what else there is in a round.</summary>
    private static readonly TimeSpan LongestRound = TimeSpan.FromSeconds(2.2);

    private readonly TaskManagerUnderTest _engine = new(TimeSpan.FromSeconds(20));
    private readonly List<string> _reads = [];
    private TimeSpan _request;
    private TimeSpan _longest;

    public TurnTests()
    {
        _engine.RowStore = rows => new InterceptedRowStore(rows, (table, _, changes) =>
        {
            _before(table, changes);
            _reads.Add(table);
            _engine.Time.Advance(_request);
        });
        _engine.BlobStore = blobs => new SlowBlobs(blobs, () => _engine.Time.Advance(_request));
        _engine.Restart();
    }

    /// <summary>Called before each request with its table and whether it changes anything; may throw.</summary>
    private Action<string, bool> _before = (_, _) => { };

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_run_of_thousands_of_tasks_is_given_up_in_turns()
    {
        for (var number = 0; number < 3; number++)
        {
            await _engine.HireAsync($"worker{number}");
        }

        _engine.Team.ForEach(worker => worker.Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed());
        var runId = await _engine.SubmitAsync(SampleSpecs.Of("""
            { "experiment": "table.insert", "preset": "quick", "workers": 3, "parameters": { "clients": [3] }, "repetitions": 900 }
            """));
        await _engine.WorkUntilAsync(() => Task.FromResult(_engine.Team.All(worker => worker.Current is not null)));
        var leader = await _engine.LeaderAsync();
        _request = TimeSpan.FromMilliseconds(20);
        await _engine.Cancellation.RequestAsync(runId, "not needed", Cancelled);

        await WorkUntilAsync(async () => (await _engine.HeaderAsync(runId)).Status.IsTerminal());

        Assert.Equal(RunStatus.Cancelled, (await _engine.HeaderAsync(runId)).Status);
        Assert.Equal(leader, await _engine.LeaderAsync());
        Assert.InRange(_longest, TimeSpan.FromSeconds(0.5), LongestRound);
    }

    [Fact]
    public async Task A_bag_of_many_partitions_is_looked_through_in_turns_and_filled_meanwhile()
    {
        await _engine.HireAsync("doomed", WorkerPool.Bag);
        _engine.Team[0].Script = _ => new WorkerDeed.Die();
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 6_400));
        await _engine.WorkUntilAsync(() => Task.FromResult(!_engine.Team[0].Lives));
        await _engine.HireAsync("heir", WorkerPool.Bag);
        _engine.Team[1].Script = _ => new WorkerDeed.GoOn();
        var (leader, lost, filled) = (await _engine.LeaderAsync(), _engine.Team[0].Taken.Single().Key, false);
        _request = TimeSpan.FromMilliseconds(40);
        _engine.AfterRound = async () =>
        {
            var (reads, created) = (_reads.Count(table => table == ControlNames.TasksTable), (await _engine.StageAsync(runId)).Created);
            filled |= reads > 10 && created > 300;
            _reads.Clear();
            if (reads > 10)
            {
                // As if all that is out had been worked off.
                _engine.Control.BagTasks.Lose(_ => true);
            }
        };

        await WorkUntilAsync(async () => (await _engine.Tasks.FindAsync(lost, Cancelled))!.Attempt == 2);

        Assert.True(filled, "no task was made while the rows were looked through");
        Assert.Equal(leader, await _engine.LeaderAsync());
        Assert.InRange(_longest, TimeSpan.FromSeconds(0.5), LongestRound);
    }

    [Fact]
    public async Task A_dead_worker_is_noticed_however_many_bags_are_under_way_on_a_slow_account()
    {
        await _engine.HireAsync("doomed", WorkerPool.Bag);
        var (doomed, heir) = (_engine.Team[0], await _engine.HireAsync("heir", WorkerPool.Bag));
        _engine.Team.ForEach(worker => worker.Script = _ => new WorkerDeed.GoOn());
        for (var bags = 0; bags < 100; bags++)
        {
            await _engine.SubmitAsync(BagScene.Spec(tasks: 6_400));
        }

        await _engine.WorkUntilAsync(() => Task.FromResult(doomed.Current is not null && heir.Current is not null));
        doomed.Lives = false;
        var (died, leader, lost, held) = (_engine.Time.Elapsed, await _engine.LeaderAsync(), doomed.Current!.Key, heir.Current!.Key);
        _request = TimeSpan.FromMilliseconds(100);

        // It lives on while the TaskManager waits for answers.
        _before = (_, _) => heir.BeatIfDueAsync().GetAwaiter().GetResult();

        await WorkUntilAsync(async () => (await _engine.Tasks.FindAsync(lost, Cancelled))!.Attempt == 2 || _engine.Time.Elapsed - died > TimeSpan.FromMinutes(10));

        Assert.InRange(_engine.Time.Elapsed - died, TimeSpan.FromSeconds(50), TimeSpan.FromMinutes(5));
        Assert.Equal(1, (await _engine.Tasks.FindAsync(held, Cancelled))!.Attempt);
        Assert.Equal(leader, await _engine.LeaderAsync());
    }

    [Fact]
    public async Task What_died_with_its_worker_is_taken_back_soon_after_the_account_refused_it_once()
    {
        await _engine.HireAsync("doomed", WorkerPool.Bag);
        var doomed = _engine.Team[0];
        doomed.Script = _ => new WorkerDeed.GoOn();
        await _engine.SubmitAsync(BagScene.Spec(tasks: 6_400));
        await _engine.WorkUntilAsync(() => Task.FromResult(doomed.Current is not null));
        var (lost, noticed, refused) = (doomed.Current!.Key, _engine.Time.Elapsed + TimeSpan.FromSeconds(55), TimeSpan.Zero);
        doomed.Lives = false;
        _before = (table, changes) =>
        {
            if (table == ControlNames.TasksTable && changes && refused == TimeSpan.Zero && _engine.Time.Elapsed > noticed)
            {
                refused = _engine.Time.Elapsed;
                throw new RequestFailedException(503, "busy", "ServerBusy", null);
            }
        };

        await WorkUntilAsync(async () => (await _engine.Tasks.FindAsync(lost, Cancelled))!.Attempt == 2);

        Assert.NotEqual(TimeSpan.Zero, refused);
        Assert.InRange(_engine.Time.Elapsed - refused, TimeSpan.Zero, TimeSpan.FromSeconds(15));
    }

    [Fact]
    public async Task No_task_has_two_messages_because_others_ended_while_the_rows_were_looked_through()
    {
        await _engine.HireAsync("worker", WorkerPool.Bag);
        var worker = _engine.Team[0];
        worker.Script = _ => new WorkerDeed.GoOn();
        await _engine.SubmitAsync(BagScene.Spec(tasks: 6_400));
        await _engine.WorkUntilAsync(() => Task.FromResult(worker.Current is not null));

        // Others have read the oldest messages and are slow.
        for (var reader = 0; reader < 3; reader++)
        {
            await _engine.Control.BagTasks.GetAsync(32, TimeSpan.FromMinutes(10), Cancelled);
        }

        _request = TimeSpan.FromMilliseconds(40);
        var scans = 0;
        _engine.AfterRound = async () =>
        {
            var scanned = _reads.Count(table => table == ControlNames.TasksTable) > 10;
            scans += scanned ? 1 : 0;
            var messages = _engine.Messages();
            Assert.Equal(messages.Distinct().Count(), messages.Length);
            _reads.Clear();
            for (var task = 0; scanned && _engine.Time.Elapsed > TimeSpan.FromMinutes(4) && task < 30; task++)
            {
                worker.Script = _ => new WorkerDeed.Succeed();
                await worker.WorkAsync();
                worker.Script = _ => new WorkerDeed.GoOn();
            }
        };

        await WorkUntilAsync(() => Task.FromResult(_engine.Time.Elapsed > TimeSpan.FromMinutes(9)));

        Assert.InRange(scans, 5, int.MaxValue);
        Assert.InRange(worker.Taken.Count, 50, int.MaxValue);
    }

    [Fact]
    public async Task An_index_of_runs_that_are_gone_is_looked_through_in_turns()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilEndedAsync(runId);
        await _engine.RoundAsync();
        var ended = await _engine.HeaderAsync(runId);
        for (var number = 0; number < 200; number++)
        {
            var key = RunIndexKey.For($"gone{number}", ended.SubmittedAt.AddMilliseconds(number + 1));
            await _engine.Runs.PutIndexAsync(ended with { RunId = $"gone{number}", IndexKey = key }, Cancelled);
        }

        _engine.Team.Clear();
        var leader = await _engine.LeaderAsync();
        _engine.Time.Advance(TimeSpan.FromDays(90));
        _request = TimeSpan.FromMilliseconds(40);

        await WorkUntilAsync(() => Task.FromResult(_engine.Control.Rows.Count(ControlNames.TasksTable) == 0));

        Assert.Equal(leader, await _engine.LeaderAsync());
        Assert.InRange(_longest, TimeSpan.FromSeconds(0.5), LongestRound);
    }

    [Fact]
    public async Task What_a_large_run_left_is_removed_in_turns()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilEndedAsync(runId);
        await _engine.RoundAsync();
        var like = await _engine.Tasks.ListAsync(runId, StageKind.Measure, 0, Cancelled).FirstAsync(Cancelled);
        for (var block = 1; block <= 60; block++)
        {
            await _engine.Tasks.TryAddAsync([.. Enumerable.Range(block * 100, 100).Select(number => like with { Key = like.Key with { Number = number } })], Cancelled);
            await _engine.Control.Results.PutAsync($"{runId}/01/{block:D8}/1/details.json.gz", BinaryData.FromString("x"), Cancelled);
        }

        _engine.Team.Clear();
        var leader = await _engine.LeaderAsync();
        _engine.Time.Advance(TimeSpan.FromDays(90));
        _request = TimeSpan.FromMilliseconds(40);

        await WorkUntilAsync(() => Task.FromResult(_engine.Control.Rows.Count(ControlNames.TasksTable) == 0 && _engine.Control.Results.Names.Count == 0));

        Assert.Equal(leader, await _engine.LeaderAsync());
        Assert.InRange(_longest, TimeSpan.FromSeconds(0.5), LongestRound);
    }

    [Fact]
    public async Task Old_mails_are_removed_in_turns()
    {
        _engine.Mail = new() { Server = "smtps://mail.example:465", From = "azureperf@example.org", AllowedDomains = ["example.com"], Portal = "https://perf.example" };
        _engine.Restart();
        var outbox = new OutboxStore(_engine.Control.Rows);
        for (var number = 0; number < 500; number++)
        {
            var mail = OutboxMail.For($"run{number}", "ann@example.com", "example.org", "", _engine.Time.GetUtcNow());
            await outbox.FileAsync(mail with { State = OutboxState.Sent, EndedAt = mail.CreatedAt }, Cancelled);
        }

        _engine.Time.Advance(TimeSpan.FromDays(31));
        _request = TimeSpan.FromMilliseconds(20);

        await WorkUntilAsync(() => Task.FromResult(_engine.Control.Rows.Count(ControlNames.OutboxTable) == 0));

        Assert.InRange(_longest, TimeSpan.FromSeconds(0.5), LongestRound);
    }

    private async Task WorkUntilAsync(Func<Task<bool>> isSo)
    {
        for (var round = 0; round < 5_000 && !await isSo(); round++)
        {
            var began = _engine.Time.Elapsed;
            await _engine.RoundAsync();
            _longest = _engine.Time.Elapsed - began > _longest ? _engine.Time.Elapsed - began : _longest;
            foreach (var worker in _engine.Team)
            {
                await worker.WorkAsync();
            }
        }

        Assert.True(await isSo(), "what the test waits for does not happen");
    }

    private sealed class SlowBlobs(IBlobStore blobs, Action before) : IBlobStore
    {
        public Task PutAsync(string name, BinaryData content, CancellationToken cancellationToken) => blobs.PutAsync(name, content, cancellationToken);

        public Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken) => blobs.FindAsync(name, cancellationToken);

        public IAsyncEnumerable<string> DeleteAllAsync(string prefix, CancellationToken cancellationToken) => blobs.DeleteAllAsync(prefix, cancellationToken).Select(name =>
        {
            before();
            return name;
        });

        public Task CreateAsync(CancellationToken cancellationToken) => blobs.CreateAsync(cancellationToken);
    }
}
