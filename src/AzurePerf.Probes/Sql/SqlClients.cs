using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Texts;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Sql.Checks;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Loading;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Transactions;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Probes.Sql;

/// <summary>The clients of a brokerage, on a database that is loaded once and, where they change it, copied for each point. The warm-up is
/// the workload itself: it goes on in the measurement.</summary>
/// <param name="options">What they are told.</param>
/// <param name="scope">Where they work.</param>
internal sealed class SqlClients(SqlOptions options, ProbeScope scope) : IAsyncDisposable
{
    private readonly Dataset _data = DataOf(options, scope.Seed);
    private readonly Mix _mix = MixOf(options);

    private readonly ClientLane?[] _lanes = new ClientLane?[options.Clients * options.LanesPerClient];

    /// <summary>Null where clients keep their connections.</summary>
    private readonly DistributionRecorder? _connecting =
        options.Connections == ConnectionUse.PerTransaction ? new("time to connect", "ns") : null;

    /// <summary>Null where clients do not wait on this side.</summary>
    private readonly DistributionRecorder? _waiting =
        scope.Databases.IsEmbedded && MixOf(options).Writes ? new("wait for other clients' writing", "ns") : null;

    private ISqlDatabase? _database;
    private string[] _found = [];
    private volatile RowCount? _loaded;
    private int _clientsBefore;
    private ServerCounts? _countsBefore;
    private bool _unchecked;
    private volatile bool _throughPool;

    /// <summary>In the order of <see cref="TransactionType"/>.</summary>
    public IReadOnlyList<OperationType> Types =>
    [
        .. TransactionTypes.All.Select(type => new OperationType(TransactionTypes.NameOf(type))
        {
            Limit = TransactionTypes.ResponseLimit(type),
            PlannedShare = _mix.ShareOf(type),
        }),
    ];

    /// <summary>Counts add up over the workers of a point: each failed transaction stands under its type and frame, or under
    /// those that found no connection.</summary>
    public IReadOnlyList<PointValue> Values =>
    [
        .. options is not SqlAvailabilityOptions
            ? [new("designed rollbacks", "", Joined.Sum(lane => lane.RolledBack), ValueMerge.Sum)]
            : _lanes[0]?.FirstAnswers is { } sum ? new PointValue[] { new(SqlAvailabilityOptions.Checksum, "", sum) } : [],
        .. Joined.SelectMany(lane => lane.FailedFrames)
            .GroupBy(failed => failed.Key, (place, lanes) => (place.Type, place.Frame, Count: lanes.Sum(lane => lane.Value)))
            .OrderBy(failed => (failed.Type, failed.Frame))
            .Select(failed => new PointValue(
                TransactionTypes.NameOf(failed.Type)
                    + (failed.Frame == 0 ? " failed to connect" : FormattableString.Invariant($" failed in frame {failed.Frame}")),
                "",
                failed.Count,
                ValueMerge.Sum)),
    ];

    public IReadOnlyList<ObservedDistribution> Distributions =>
        [.. new[] { _connecting, _waiting }.OfType<DistributionRecorder>().Select(recorder => recorder.Read())];

    public IReadOnlyList<string> Notes =>
    [
        .. _found,
        .. WritesOn ? ["points of the run wrote into the same data, one after the other"] : Array.Empty<string>(),
        .. _unchecked ? ["stopped before the data were checked"] : Array.Empty<string>(),
        .. ConnectsEachTime ? ["each transaction had a connection of its own, with nothing prepared"] : Array.Empty<string>(),
        .. _throughPool ? ["answers went through the thread pool, which took time of each"] : Array.Empty<string>(),
        .. options.Customers < 1_000 ? ["with fewer than 1,000 customers the clients wait for each other's rows"] : Array.Empty<string>(),
    ];

    /// <summary>Rows loaded so far, and about how many there will be; null while <see cref="LoadAsync"/> loads none.</summary>
    public (long Made, long Planned)? RowsLoaded => _loaded is { HasAll: false } rows ? (rows.Made, rows.Planned) : null;

    /// <summary>Whether this worker is the one that looks at the data afterwards.</summary>
    public bool ChecksData => _mix.Writes && scope.MakesResources;

    /// <summary>The lanes that have done something.</summary>
    private IEnumerable<ClientLane> Joined => _lanes.OfType<ClientLane>();

    private bool ConnectsEachTime => _connecting is not null;

    /// <summary>Whether each point changes data of its own, as they were loaded.</summary>
    private bool WritesAnew => _mix.Writes && options.FreshData != FreshData.Never;

    /// <summary>Whether no point uses what others have loaded.</summary>
    private bool LoadsForEachPoint => WritesAnew && !scope.Databases.CanCopy;

    private bool WritesOn => _mix.Writes && options.FreshData == FreshData.Never;

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
        if (LoadsForEachPoint)
        {
            return;
        }

        await LoadAsync(await scope.MakeDatasetDatabaseAsync(cancellationToken), cancellationToken);
    }

    public async Task BeginPointAsync(CancellationToken cancellationToken)
    {
        var name = WritesAnew ? scope.Point : scope.Dataset;
        if (WritesAnew && scope.MakesResources)
        {
            await MakeCopyAsync(cancellationToken);
        }

        await scope.Databases.HaveSignInAsync(cancellationToken);
        await OpenAsync(name);
        if (WritesOn)
        {
            await using var before = await _database!.OpenForChecksAsync(cancellationToken);
            _clientsBefore = await EarlierClients.LastAsync(before, _lanes.Length, cancellationToken);
        }

        if (!scope.MakesResources)
        {
            return;
        }

        try
        {
            await scope.Databases.ReadSettingsAsync(name, cancellationToken);
            var size = NumberFormat.Megabytes(await _database!.BytesAsync(cancellationToken));
            _found =
            [
                $"database of {size} MB before the first transaction",
                "isolation in force: " + await ReadIsolationAsync(cancellationToken),
            ];
        }
        catch (Exception away) when (
            options is SqlAvailabilityOptions && IsOutage(away) && !cancellationToken.IsCancellationRequested)
        {
            // What the point is there to measure: its transactions find it as well.
            _found = ["the database did not answer before the first transaction: " + FailureText.Of(away)];
        }

        _countsBefore = _mix.Writes ? await _database!.CountsAsync(cancellationToken) : null;
    }

    /// <summary>Performs the next transaction of a lane, once.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<OperationResult> PerformAsync(Operation operation, CancellationToken cancellationToken)
    {
        var lane = LaneOf(operation);
        var input = lane.Client.Next();
        lane.Type = input.Type;
        if (lane.Session is not { IsOpen: true } || lane.Until != cancellationToken)
        {
            await lane.LeaveAsync();
            lane.Until = cancellationToken;
            lane.Session = await ConnectAsync(lane, operation, cancellationToken);
        }

        var result = await TransactionRunner.RunAsync(lane.Session, input, cancellationToken);
        lane.Count(result, isMeasured: !operation.WarmUp);
        if (ConnectsEachTime)
        {
            await lane.LeaveAsync();
        }

        if (!operation.WarmUp)
        {
            _waiting?.Record(result.WaitedNanoseconds);
        }

        switch (result.End)
        {
            case TransactionEnd.Committed:
                lane.Client.Committed(input, result.Triggered);
                break;
            case TransactionEnd.Ambiguous:
                throw new MayHaveLandedException("no answer came after COMMIT was sent", result.Failure!);
            case TransactionEnd.Failed when !result.Answered && cancellationToken.IsCancellationRequested:
                throw new OperationCanceledException(result.Failure!.Message, result.Failure, cancellationToken);
            case TransactionEnd.Failed:
                ExceptionDispatchInfo.Throw(result.Failure!);
                break;
        }

        return new(0, WireRequests: 0);
    }

    public int TypeOf(Operation operation) => (int)LaneOf(operation).Type;

    /// <summary>Looks at what all of them left, which must be as consistent as it was. Before, they leave: on a server that has no
    /// connection more, nobody could look. When it is stopped, nobody looks, and a note says so.</summary>
    /// <returns>Why nobody could look, with the first client that did something; else none.</returns>
    /// <exception cref="CorruptDataException">It is not.</exception>
    public async Task<IReadOnlyList<FollowUpFailure>> CheckAsync(CancellationToken cancellationToken)
    {
        await LeaveAsync();
        if (_database is null || !ChecksData)
        {
            return [];
        }

        try
        {
            cancellationToken.ThrowIfCancellationRequested();
            await CheckAsync(_database, cancellationToken);
        }
        catch (Exception failure) when (failure is not CorruptDataException && cancellationToken.IsCancellationRequested)
        {
            _unchecked = true;
        }
        catch (Exception failure) when (failure is not CorruptDataException)
        {
            return [new(Math.Max(0, Array.FindIndex(_lanes, lane => lane is not null)) / options.LanesPerClient, failure)];
        }

        return [];
    }

    public async ValueTask DisposeAsync()
    {
        await LeaveAsync();
        await (_database?.DisposeAsync() ?? ValueTask.CompletedTask);
    }

    private static bool IsOutage(Exception exception) => new SqlOutcomes().Classify(exception, mutates: false)
        is OperationOutcome.ConnectionRefused or OperationOutcome.ConnectionReset or OperationOutcome.NameResolution
            or OperationOutcome.Throttled or OperationOutcome.ClientTimeout or OperationOutcome.ServerTimeout or OperationOutcome.Failover;

    private async Task CheckAsync(ISqlDatabase database, CancellationToken cancellationToken)
    {
        if (await FindViolationAsync(database, cancellationToken) is { } violation)
        {
            throw new CorruptDataException(violation.ToString());
        }

        // Of a point with several workers, or with clients that never did anything, nobody here saw all.
        if (_countsBefore is not null && Joined.Count() == _lanes.Length
            && await database.CountsAsync(cancellationToken) is { } counts
            && counts.Contradicts(
                _countsBefore, Joined.Sum(lane => lane.Committed), Joined.Sum(lane => lane.Deadlocks),
                Joined.Any(lane => lane.LostAnswers)) is { } contradiction)
        {
            throw new CorruptDataException(contradiction);
        }
    }

    private async Task<Violation?> FindViolationAsync(ISqlDatabase database, CancellationToken cancellationToken)
    {
        await using var session = await database.OpenForChecksAsync(cancellationToken);
        return await ConsistencyCheck.FindAsync(session, _data, cancellationToken) is [var first, ..] ? first : null;
    }

    private async Task<string> ReadIsolationAsync(CancellationToken cancellationToken)
    {
        await using var session = await _database!.OpenAsync(options.Isolation, cancellationToken);
        var (results, others) = (
            await session.ReadIsolationAsync(TransactionType.TradeResult, cancellationToken),
            await session.ReadIsolationAsync(TransactionType.TradeOrder, cancellationToken));
        return results == others ? others : $"{results} for Trade-Result, {others} for all others";
    }

    private async Task LeaveAsync()
    {
        foreach (var lane in Joined)
        {
            await lane.LeaveAsync();
        }
    }

    private async Task OpenAsync(string name)
    {
        var before = _database;
        _database = scope.Databases.OpenDatabase(name, prepares: !ConnectsEachTime);
        await (before?.DisposeAsync() ?? ValueTask.CompletedTask);
    }

    private async Task LoadAsync(string name, CancellationToken cancellationToken)
    {
        await OpenAsync(name);
        _loaded = new(LoadPlan.RowsOf(_data));
        await new Loader(_database!, _data).LoadAsync(_loaded, cancellationToken);
    }

    private async Task MakeCopyAsync(CancellationToken cancellationToken)
    {
        if (!LoadsForEachPoint)
        {
            await scope.CopyForPointAsync(cancellationToken);
            return;
        }

        await scope.MakePointDatabaseAsync(cancellationToken);
        await LoadAsync(scope.Point, cancellationToken);
    }

    private async Task<ISqlSession> ConnectAsync(ClientLane lane, Operation operation, CancellationToken cancellationToken)
    {
        try
        {
            var session = await _database!.OpenAsync(options.Isolation, cancellationToken);
            if (!operation.WarmUp)
            {
                _connecting?.Record(session.ConnectNanoseconds);
            }

            if (!session.AnswerDirectly(cancellationToken))
            {
                _throughPool = true;
            }

            return session;
        }
        catch
        {
            lane.CountUnconnected(isMeasured: !operation.WarmUp);
            throw;
        }
    }

    private ClientLane LaneOf(Operation operation)
    {
        var number = (operation.Client * options.LanesPerClient) + operation.Lane;
        return _lanes[number] ??= new(new(_data, _clientsBefore + number + 1, _mix));
    }

    /// <param name="planned">About how many there will be.</param>
    private sealed class RowCount(long planned) : IProgress<LoadStep>
    {
        private long _made;

        public long Made => Interlocked.Read(ref _made);

        public long Planned => planned;

        public bool HasAll { get; private set; }

        public void Report(LoadStep value)
        {
            Interlocked.Add(ref _made, value.Rows);
            HasAll |= value.AllRows;
        }
    }
}
