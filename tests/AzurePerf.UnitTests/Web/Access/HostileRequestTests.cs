using System.Text.Json;
using System.Text.RegularExpressions;
using AzurePerf.Core.Access;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Rights;
using AzurePerf.TaskManager;
using AzurePerf.TaskManager.Leadership;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Hosting;
using AzurePerf.UnitTests.Web.Charts;
using AzurePerf.Web.Charts;
using AzurePerf.Worker;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

/// <summary>Runs alone, because it weighs the heap of the process.</summary>
[Collection(nameof(AllocationCollection))]
public sealed partial class HostileRequestTests : IAsyncDisposable
{
    private const int WarmUp = 500;
    private const long MostGrowthBytes = 5_000_000;
    private const int LeastKinds = 30;
    private static readonly int Requests = Night.Size(usually: 1_500, atNight: 5_000);
    private static readonly int EngineRequests = Night.Size(usually: 300, atNight: 1_000);
    private readonly KeyedWeb _keyed = new(("Access:SubmitsPerMinute", "0"), ("Access:ReadsPerMinute", "0"));
    private readonly List<string> _failures = [];
    private readonly SortedDictionary<string, int> _kinds = new(StringComparer.Ordinal);

    public ValueTask DisposeAsync() => _keyed.DisposeAsync();

    [Fact]
    public async Task Thousands_of_hostile_requests_are_refused_in_words_and_leave_nothing_behind()
    {
        var (admin, _) = await _keyed.NewKeyAsync("root", AccessScope.Admin);
        var (submit, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (read, _) = await _keyed.NewKeyAsync("reader", AccessScope.Read);
        var keyRows = await _keyed.Web.Control.Rows.ListAllAsync(ControlNames.KeysTable, TestContext.Current.CancellationToken).ToArrayAsync(TestContext.Current.CancellationToken);
        var hostile = new HostileRequests(20100621, [admin, admin, admin, admin, submit, submit, read, null], await EndedRunAsync());
        // The code that draws charts is read once and stays.
        using (var drawing = new ChartDrawing())
        {
            await drawing.SvgAsync(ChartDrawingTests.ChartOf(ChartKind.Line), "", TestContext.Current.CancellationToken);
        }

        var before = 0L;
        for (var number = 1; number <= Requests; number++)
        {
            using var request = hostile.Next();
            using var response = await _keyed.SendAsync(request);
            await CheckAsync(number, request, response);
            if (number == WarmUp || number == Requests)
            {
                var bytes = await WeighAsync(keyRows);
                before = number == WarmUp ? bytes : before;
                TestContext.Current.TestOutputHelper?.WriteLine($"{number} requests: {bytes} bytes, {_kinds.Count} kinds of failure");
                Assert.True(bytes - before <= MostGrowthBytes, $"the heap grew from {before} to {bytes} bytes");
            }
        }

        Assert.Empty(_failures);
        Assert.True(_kinds.Count >= LeastKinds, $"only {_kinds.Count} kinds of failure: {string.Join(", ", _kinds.Keys)}");
    }

    [Fact]
    public async Task Hundreds_of_hostile_requests_to_task_manager_and_worker_each_are_refused_and_read_no_row()
    {
        var control = new InMemoryControlPlane(TimeProvider.System);
        await using var manager = HostUnderTest.Of<TaskManagerOptions>(ControlHost.TaskManager, control);
        await using var worker = HostUnderTest.Of<WorkerOptions>(ControlHost.MeasureWorker, control);
        Assert.True(await manager.Services.GetRequiredService<Leadership>().TryLeadAsync(TestContext.Current.CancellationToken));
        using var toManager = manager.CreateClient();
        using var toWorker = worker.CreateClient();
        var hostile = new HostileRequests(20100622, ["token", "wrong", AccessKeyText.New("aaaaaaaaaaaaaaaaaaaa"), null], "aaaaaaaaaaaaaaaaaaaa");
        var before = GC.GetTotalMemory(forceFullCollection: true);
        foreach (var client in new[] { toManager, toWorker })
        {
            for (var number = 1; number <= EngineRequests; number++)
            {
                using var request = hostile.NextToEngine();
                using var response = await client.SendAsync(request, TestContext.Current.CancellationToken);
                Assert.True((int)response.StatusCode < 500, $"request {number}, {request.Method} {request.RequestUri}: {response.StatusCode}");
            }
        }

        var grown = GC.GetTotalMemory(forceFullCollection: true) - before;
        Assert.True(grown <= MostGrowthBytes, $"the heap grew by {grown} bytes");
    }

    private async Task CheckAsync(int number, HttpRequestMessage request, HttpResponseMessage response)
    {
        var what = $"request {number}, {request.Method} {request.RequestUri}: {(int)response.StatusCode}";
        if ((int)response.StatusCode >= 500)
        {
            _failures.Add(what);
        }

        if ((int)response.StatusCode < 400 || request.Method == HttpMethod.Head)
        {
            return;
        }

        var type = response.Content.Headers.ContentType?.MediaType;
        if (!request.RequestUri!.AbsolutePath.StartsWith("/api/", StringComparison.OrdinalIgnoreCase) && type == "text/html")
        {
            return;
        }

        if (type == "application/problem+json" && response.Content.Headers.ContentEncoding.Count > 0)
        {
            // Compressed, as was asked for.
            return;
        }

        if (type == "application/problem+json")
        {
            Count(request, await WebUnderTest.JsonOf(response));
        }
        else
        {
            _failures.Add($"{what} as {type}");
        }
    }

    /// <summary>A kind of failure is a type of problem and what is wrong: the field, or the address without ids.</summary>
    private void Count(HttpRequestMessage request, JsonElement problem)
    {
        var type = problem.GetProperty("type").GetString()!;
        var paths = problem.TryGetProperty("errors", out var errors)
            ? errors.EnumerateObject().Select(error => Index().Replace(error.Name, "[]"))
            : [RouteOf(request)];
        foreach (var path in paths)
        {
            _kinds[$"{type} {path}"] = _kinds.GetValueOrDefault($"{type} {path}") + 1;
        }
    }

    private static string RouteOf(HttpRequestMessage request) => string.Join('/', request.RequestUri!.AbsolutePath.Split('/').Take(4));

    /// <summary>What the process holds when everything that the requests had stored is taken away.</summary>
    private async Task<long> WeighAsync(IEnumerable<AzurePerf.Storage.Rows.Row> keyRows)
    {
        _keyed.Web.Control.Clear();
        foreach (var row in keyRows)
        {
            await _keyed.Web.Control.Rows.PutAsync(ControlNames.KeysTable, row, TestContext.Current.CancellationToken);
        }

        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        var bytes = GC.GetTotalMemory(forceFullCollection: true);
        await EndedRunAsync();
        return bytes;
    }

    /// <summary>A run with results and a last event: whoever watches it is told its end and waits for nothing.</summary>
    private async Task<string> EndedRunAsync()
    {
        var run = await SeededRun.SubmitAsync(_keyed.Web, """{"experiment": "queue.add", "preset": "quick", "parameters": {"clients": [1, 2]}}""");
        await run.MoveAsync(RunStatus.Completed, 4);
        await run.PublishAsync(run.Measured(_ => SeededRun.Summary(2, 100, 1_000, 40)));
        await run.NoteAsync("planned", RunEvent.Ending(RunStatus.Completed, ""));
        return run.Id;
    }

    [GeneratedRegex(@"\[\d+\]")]
    private static partial Regex Index();
}
