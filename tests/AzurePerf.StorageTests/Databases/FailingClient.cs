using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Sql;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.StorageTests.Databases;

/// <summary>A failure that is made to happen to one transaction, and how it must be counted.</summary>
/// <param name="Outcome">What it must be counted as.</param>
/// <param name="Frame">In which the transaction fails; 0: before its first.</param>
/// <param name="CauseAsync">Has the transaction performed where it must fail so.</param>
internal sealed record Failure(OperationOutcome Outcome, int Frame, Func<Func<Task>, Task> CauseAsync)
{
    /// <summary>Whom it happens to; null: to whoever is next.</summary>
    public TransactionType? Type { get; init; } = TransactionType.TradeOrder;

    /// <summary>True where the server commits all the same.</summary>
    public bool Lands { get; init; }

    /// <summary>An order that rolls back by design sends no COMMIT.</summary>
    public bool Fits(TransactionInput input) => Type is null || (input.Type == Type && input is not TradeOrderInput { RollsBack: true });
}

/// <summary>
/// The one client of a point that orders, with the failures of a list, one after the other, each at the next transaction that it fits. It
/// knows the client's transactions beforehand, and so what must be counted of them. The test prepares the point.
/// </summary>
/// <param name="probe">Of one client.</param>
/// <param name="data">That was loaded.</param>
/// <param name="database">The point's, on a way without failures.</param>
/// <param name="failures">What is to happen.</param>
internal sealed class FailingClient(SqlProbe probe, Dataset data, ISqlDatabase database, IEnumerable<Failure> failures) : IProbe
{
    private static readonly Statement Requests = new("SELECT symbol, trade_id FROM trade_request ORDER BY symbol, trade_id", "", "si");

    private readonly Queue<Failure> _failures = new(failures);
    private readonly WorkloadClient _foreseen = new(data, 1, Mix.Only(TransactionType.TradeOrder));
    private readonly List<(TransactionType Type, OperationOutcome Outcome, int Frame)> _ended = [];
    private readonly List<TransactionType> _landed = [];

    /// <summary>Failures that have not been caused yet.</summary>
    public int Left => _failures.Count;

    public int DesignedRollbacks { get; private set; }

    /// <summary>"Trade-Order ok: 3", for each type and outcome.</summary>
    public IEnumerable<string> Outcomes => Count(_ended.Select(ended => (ended.Type, ended.Outcome)), what => $"{Name(what.Type)} {what.Outcome}");

    /// <summary>As the point's values tell them.</summary>
    public IEnumerable<string> FailedFrames => Count(
        _ended.Where(ended => ended.Outcome != OperationOutcome.Ok),
        ended => Name(ended.Type) + (ended.Frame == 0 ? " failed to connect" : $" failed in frame {ended.Frame}"));

    public bool Mutates => probe.Mutates;

    public int PlannedWireRequests => probe.PlannedWireRequests;

    public IReadOnlyList<OperationType> OperationTypes => probe.OperationTypes;

    public IReadOnlyList<PointValue> Values => probe.Values;

    public IReadOnlyList<string> Notes => probe.Notes;

    /// <summary>Transactions that got no answer and were committed.</summary>
    public int Landed(TransactionType type) => _landed.Count(landed => landed == type);

    public int TypeOf(Operation operation) => probe.TypeOf(operation);

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

    public Task PreparePointAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task<IReadOnlyList<FollowUpFailure>> FinishAsync(CancellationToken cancellationToken) => probe.FinishAsync(cancellationToken);

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var input = _foreseen.Next();
        if (_failures.TryPeek(out var failure) && failure.Fits(input))
        {
            _failures.Dequeue();
            _ended.Add((input.Type, failure.Outcome, failure.Frame));
            _landed.AddRange(failure.Lands ? [input.Type] : []);
            await failure.CauseAsync(() => PerformAsync(operation, cancellationToken));
            return default;
        }

        _ended.Add((input.Type, OperationOutcome.Ok, 0));
        if (input is MarketFeedInput feed)
        {
            return await FeedAsync(feed, operation, cancellationToken);
        }

        var result = await PerformAsync(operation, cancellationToken);
        if (input is TradeOrderInput { RollsBack: true })
        {
            DesignedRollbacks++;
        }
        else
        {
            _foreseen.Committed(input, []);
        }

        return result;
    }

    public ValueTask DisposeAsync() => probe.DisposeAsync();

    private static IEnumerable<string> Count<T>(IEnumerable<T> ended, Func<T, string> name) =>
        ended.GroupBy(name, (what, all) => $"{what}: {all.Count()}");

    private string Name(TransactionType type) => probe.OperationTypes[(int)type].Name;

    private Task<OperationResult> PerformAsync(Operation operation, CancellationToken cancellationToken) => probe is IProbe server
        ? server.ExecuteAsync(operation, cancellationToken).AsTask()
        : Task.Run(() => ((IBlockingProbe)probe).Execute(operation, cancellationToken), cancellationToken);

    /// <summary>What a feed triggers depends on what waits in the database, of which the client may not know all.</summary>
    private async Task<OperationResult> FeedAsync(MarketFeedInput feed, Operation operation, CancellationToken cancellationToken)
    {
        var before = await RequestsAsync(cancellationToken);
        var result = await PerformAsync(operation, cancellationToken);
        var triggered = before.Except(await RequestsAsync(cancellationToken));
        _foreseen.Committed(
            feed, [.. triggered.Select(request => new TriggeredRequest(request.Trade, feed.Tickers.First(ticker => ticker.Symbol == request.Symbol).Price))]);
        return result;
    }

    private async Task<IReadOnlyList<(string Symbol, long Trade)>> RequestsAsync(CancellationToken cancellationToken)
    {
        await using var session = await database.OpenForChecksAsync(cancellationToken);
        await session.BeginAsync(TransactionType.TradeStatus, cancellationToken);
        var rows = await session.QueryAsync(Requests, cancellationToken);
        return [.. Enumerable.Range(0, rows.Count).Select(row => (rows[row][0].Text, rows[row][1].Number))];
    }
}
