using System.Runtime.ExceptionServices;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Texts;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Sql.Checks;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Engines.Postgres;
using AzurePerf.Sql.Engines.Sqlite;
using AzurePerf.Sql.Loading;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Transactions;
using AzurePerf.Sql.Workload;
using Npgsql;

namespace AzurePerf.Probes.Sql;

/// <summary>The clients of a brokerage, on a database that is loaded once and, where they change it, copied for each point. The warm-up is
/// the workload itself: it goes on in the measurement.</summary>
/// <param name="options">What they are told.</param>
/// <param name="scope">Where they work.</param>
internal sealed class SqlClients(SqlOptions options, ProbeScope scope) : IAsyncDisposable
{
    private const string Derived = "derived from TPC-E, not comparable to published TPC results";

    private readonly Dataset _data = DataOf(options, scope.Seed);
    private readonly Mix _mix = MixOf(options);

    private readonly Lane?[] _lanes = new Lane?[options.Clients * options.LanesPerClient];
    private ISqlDatabase? _database;
    private NpgsqlDataSource? _source;
    private string[] _found = [];
    private long _rolledBack;

    /// <summary>In the order of <see cref="TransactionType"/>.</summary>
    public IReadOnlyList<OperationType> Types =>
    [
        .. TransactionTypes.All.Select(type => new OperationType(TransactionTypes.NameOf(type))
        {
            Limit = TransactionTypes.ResponseLimit(type),
            PlannedShare = _mix.ShareOf(type),
        }),
    ];

    public IReadOnlyList<PointValue> Values => options is SqlAvailabilityOptions
        ? _lanes[0]?.FirstAnswers is { } sum ? [new(SqlAvailabilityOptions.Checksum, "", sum)] : []
        : [new("designed rollbacks", "", Interlocked.Read(ref _rolledBack), ValueMerge.Sum)];

    public IReadOnlyList<string> Notes =>
    [
        Derived,
        .. _found,
        .. options.Customers < 1_000 ? ["with fewer than 1,000 customers the clients wait for each other's rows"] : Array.Empty<string>(),
        .. _lanes.OfType<Lane>().SelectMany(lane => lane.FailedFrames)
            .GroupBy(failed => failed.Key, (place, lanes) => (place.Type, place.Frame, Count: lanes.Sum(lane => lane.Value)))
            .OrderBy(failed => (failed.Type, failed.Frame))
            .Select(failed => FormattableString.Invariant(
                $"{TransactionTypes.NameOf(failed.Type)} failed in frame {failed.Frame}: {failed.Count}")),
    ];

    /// <summary>The data that options ask for.</summary>
    public static Dataset DataOf(SqlOptions options, long seed) =>
        new(unchecked((ulong)seed), new(options.Customers, options.Days, options.DailyMarketDays, options.NewsBytes));

    /// <summary>What their clients draw from.</summary>
    public static Mix MixOf(SqlOptions options) => options.Mix switch
    {
        TransactionMix.Standard => Mix.Standard,
        TransactionMix.ReadOnly => Mix.ReadOnly,
        var one => Mix.Only(Enum.Parse<TransactionType>(one.ToString())),
    };

    /// <summary>Loads the database that all points with the same data read or copy.</summary>
    public async Task LoadAsync(CancellationToken cancellationToken)
    {
        var name = await scope.MakeDatasetDatabaseAsync(cancellationToken);
        Open(name);
        await new Loader(_database!, _data).LoadAsync(progress: null, cancellationToken);
    }

    public async Task BeginPointAsync(CancellationToken cancellationToken)
    {
        var name = _mix.Writes ? await scope.CopyForPointAsync(cancellationToken) : scope.Dataset;
        Open(name);
        if (!scope.MakesResources)
        {
            return;
        }

        await scope.Databases.ReadSettingsAsync(name, cancellationToken);
        var size = $"database of {NumberFormat.Megabytes(await _database!.BytesAsync(cancellationToken))} MB before the first transaction";
        await using var session = await _database.OpenAsync(options.Isolation, cancellationToken);
        var (results, others) = (
            await session.ReadIsolationAsync(TransactionType.TradeResult, cancellationToken),
            await session.ReadIsolationAsync(TransactionType.TradeOrder, cancellationToken));
        var isolation = results == others ? others : $"{results} for Trade-Result, {others} for all others";
        _found = [size, "isolation in force: " + isolation];
    }

    /// <summary>Performs the next transaction of a lane, once.</summary>
    public async ValueTask<OperationResult> PerformAsync(Operation operation, CancellationToken cancellationToken)
    {
        var lane = LaneOf(operation);
        var input = lane.Client.Next();
        lane.Type = input.Type;
        if (lane.Session is not { IsOpen: true })
        {
            await lane.LeaveAsync();
            lane.Session = await _database!.OpenAsync(options.Isolation, cancellationToken);
        }

        var result = await TransactionRunner.RunAsync(lane.Session, input, cancellationToken);
        switch (result.End)
        {
            case TransactionEnd.Committed:
                lane.Answered(result.Digest);
                lane.Client.Committed(input, result.Triggered);
                break;
            case TransactionEnd.RolledBack:
                Interlocked.Increment(ref _rolledBack);
                break;
            case TransactionEnd.Ambiguous:
                lane.Failed(result);
                throw new MayHaveLandedException("no answer came after COMMIT was sent", result.Failure!);
            default:
                lane.Failed(result);
                ExceptionDispatchInfo.Throw(result.Failure!);
                break;
        }

        return new(0, WireRequests: 0);
    }

    public int TypeOf(Operation operation) => (int)LaneOf(operation).Type;

    /// <summary>Looks at what all of them left, which must be as consistent as it was. Before, they leave: on a server that has no
    /// connection more, nobody could look.</summary>
    /// <exception cref="CorruptDataException">It is not.</exception>
    public async Task CheckAsync(CancellationToken cancellationToken)
    {
        await LeaveAsync();
        if (_database is null || !_mix.Writes || !scope.MakesResources)
        {
            return;
        }

        await using var session = await _database.OpenForChecksAsync(cancellationToken);
        if (await ConsistencyCheck.FindAsync(session, _data, cancellationToken) is [var first, ..])
        {
            throw new CorruptDataException(first.ToString());
        }
    }

    public async ValueTask DisposeAsync()
    {
        await LeaveAsync();
        if (_source is not null)
        {
            await _source.DisposeAsync();
        }
    }

    private async Task LeaveAsync()
    {
        foreach (var lane in _lanes.OfType<Lane>())
        {
            await lane.LeaveAsync();
        }
    }

    private void Open(string name)
    {
        if (scope.Databases is PostgresTarget server)
        {
            _source = server.Open(name);
            _database = new PostgresDatabase(_source);
            return;
        }

        _database = new SqliteFile(
            ((SqliteTarget)scope.Databases).FileOf(name),
            PostgresTarget.ServerTimeout(TimeSpan.FromSeconds(options.OperationTimeoutSeconds)));
    }

    private Lane LaneOf(Operation operation)
    {
        var number = (operation.Client * options.LanesPerClient) + operation.Lane;
        return _lanes[number] ??= new(new(_data, number + 1, _mix));
    }

    /// <summary>What performs one transaction at a time.</summary>
    private sealed class Lane(WorkloadClient client)
    {
        private const int ComparedAnswers = 500;

        private Digest _answered;
        private int _answers;

        public WorkloadClient Client => client;

        public ISqlSession? Session { get; set; }

        public TransactionType Type { get; set; }

        public Dictionary<(TransactionType Type, int Frame), long> FailedFrames { get; } = [];

        /// <summary>Hash of what the first <see cref="ComparedAnswers"/> transactions told; null until all of them have answered, and for
        /// ever when one of them fails. A whole number below 2^48, so that a text of it is exact.</summary>
        public long? FirstAnswers => _answers == ComparedAnswers ? (long)(_answered.Value >> 16) : null;

        public void Answered(ulong digest)
        {
            if (_answers >= 0 && _answers < ComparedAnswers)
            {
                _answered.Add([unchecked((long)digest)]);
                _answers++;
            }
        }

        public void Failed(TransactionResult result)
        {
            if (_answers < ComparedAnswers)
            {
                _answers = -1;
            }

            FailedFrames[(result.Type, result.Frame)] = FailedFrames.GetValueOrDefault((result.Type, result.Frame)) + 1;
        }

        public async ValueTask LeaveAsync()
        {
            if (Session is { } left)
            {
                Session = null;
                await left.DisposeAsync();
            }
        }
    }
}
