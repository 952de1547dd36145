using System.Globalization;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>
/// Rows in random states, as no build would write them. What makes no sense ends its run with words for it; it is never a fault of the program that ends the run, and nothing leaves the
/// carrying of a run. AZUREPERF_RANDOM_ROWS says how many states there are; 5,000 take a minute or two.
/// </summary>
public sealed class RandomRowsTests
{
    private const int Batches = 5;
    private static readonly string[] Tables = [ControlNames.RunsTable, ControlNames.TasksTable, ControlNames.TasksTable, ControlNames.AttemptsTable, ControlNames.ResourcesTable, ControlNames.PointsTable, ControlNames.LeasesTable];

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private static int States =>
        Environment.GetEnvironmentVariable("AZUREPERF_RANDOM_ROWS") is { Length: > 0 } text ? int.Parse(text, CultureInfo.InvariantCulture) : 250;

    public static TheoryData<int> Starts => [.. Enumerable.Range(0, Batches)];

    [Theory]
    [MemberData(nameof(Starts))]
    public async Task Rows_in_any_state_end_their_run_in_words_and_no_exception_leaves_its_carrying(int batch)
    {
        for (var seed = batch; seed < States; seed += Batches)
        {
            await CheckAsync(seed);
        }
    }

    private static async Task CheckAsync(int seed)
    {
        var random = new Random(seed);
        var engine = new TaskManagerUnderTest { FaultsAreExpected = true };
        var workers = random.Next(1, 5);
        for (var number = 0; number < workers; number++)
        {
            await engine.HireAsync($"worker{number}");
        }

        await engine.HireAsync("bag1", WorkerPool.Bag);
        engine.Team.ForEach(worker => worker.Script = task => random.Next(4) switch
        {
            0 => new WorkerDeed.GoOn(),
            1 => new WorkerDeed.Fail(FailureCause.ServerBusy),
            _ => new WorkerDeed.Succeed(),
        });
        var runId = await engine.SubmitAsync(SpecOf(random, workers));
        for (var round = random.Next(1, 14); round > 0; round--)
        {
            await engine.WorkAsync();
        }

        for (var change = random.Next(1, 4); change > 0; change--)
        {
            await ScrambleAsync(engine, random);
        }

        if (random.Next(3) == 0)
        {
            engine.Restart();
        }

        for (var round = 0; round < 25; round++)
        {
            await engine.RoundAsync();
        }

        var header = await engine.Control.Rows.FindAsync(ControlNames.RunsTable, runId, "h", Cancelled);
        Assert.DoesNotContain("internal error", (header?.Values.GetValueOrDefault("reason") as string ?? "") + $" (seed {seed})", StringComparison.Ordinal);
    }

    private static RunSpec SpecOf(Random random, int workers) => random.Next(3) switch
    {
        0 => SampleSpecs.Of("""{ "experiment": "selftest.bag", "preset": "quick", "seed": 1, "parameters": { "tasks": 5, "bags": 2 } }"""),
        1 => SampleSpecs.Downloads(),
        _ => SampleSpecs.Of($$"""
            { "experiment": "table.insert", "preset": "quick", "workers": {{workers}}, "parameters": { "clients": [8] }, "repetitions": 40, "onError": "{{(random.Next(2) == 0 ? "stop" : "continue")}}" }
            """),
    };

    /// <summary>Changes one property of a row to another of its kind, to one of another kind or to nothing, or removes the row.</summary>
    private static async Task ScrambleAsync(TaskManagerUnderTest engine, Random random)
    {
        var table = Tables[random.Next(Tables.Length)];
        var rows = await engine.Control.Rows.ListAllAsync(table, Cancelled).Where(row => row.PartitionKey != "taskmanager").ToArrayAsync(Cancelled);
        if (rows.Length == 0)
        {
            return;
        }

        var row = rows[random.Next(rows.Length)];
        if (random.Next(12) == 0)
        {
            await engine.Control.Rows.TryDeleteAsync(table, row.PartitionKey, row.RowKey, null, Cancelled);
            return;
        }

        var names = row.Values.Keys.ToArray();
        var name = names[random.Next(names.Length)];
        row[name] = Another(name, row.Values[name], random);
        await engine.Control.Rows.PutAsync(table, row, Cancelled);
    }

    private static object? Another(string name, object value, Random random) => (name, random.Next(5)) switch
    {
        (_, 0) => null,
        (_, 1) => random.Next(2) == 0 ? "nonsense" : 7,
        ("st", _) => Enum.GetNames<BenchmarkTaskStatus>()[random.Next(Enum.GetNames<BenchmarkTaskStatus>().Length)],
        ("status", _) => Enum.GetNames<RunStatus>()[random.Next(Enum.GetNames<RunStatus>().Length)],
        ("owner", _) => random.Next(2) == 0 ? "" : "worker" + random.Next(6),
        ("spec", _) when value is string spec => spec.Replace("\"workers\":", random.Next(2) == 0 ? "\"workers\":0,\"was\":" : "\"workers\":150,\"was\":", StringComparison.Ordinal),
        (_, 2) when value is string text => text.Length > 1 ? text[..^1] : text + "x",
        _ when value is int number => number + random.Next(-3, 4),
        _ when value is bool flag => !flag,
        _ when value is DateTimeOffset at => at.AddDays(random.Next(-400, 400)),
        _ => value,
    };
}
