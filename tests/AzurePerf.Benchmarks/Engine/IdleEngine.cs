using AzurePerf.Storage;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>A TaskManager without work, round by round: its clock is moved on a second before each, so that an hour passes in as long as its rounds take.</summary>
internal sealed class IdleEngine : IAsyncDisposable
{
    private const string Sweep = $"ListAsync {ControlNames.RunIndexTable}";
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly FakeTimeProvider _time;
    private readonly RequestCountingRows _rows;
    private readonly EngineHost _host;
    private readonly List<double> _sweeps = [];
    private readonly List<double> _rounds = [];

    /// <param name="plane">Its control account.</param>
    /// <param name="time">By which the account was filled.</param>
    public IdleEngine(ControlPlane plane, FakeTimeProvider time)
    {
        (_time, _rows) = (time, new(plane.Rows));
        _host = EngineHost.TaskManager(_ => WithRows(plane, _rows), new(), time);
    }

    /// <summary>Requests to tables so far; queues are asked once a round.</summary>
    public int Requests => _rows.Requests;

    /// <summary>Rows that these gave back.</summary>
    public long RowsRead => _rows.RowsRead;

    /// <summary>Median duration of the rounds with a look for open runs, in milliseconds.</summary>
    public double SweepMilliseconds => _sweeps.Count == 0 ? double.NaN : Median(_sweeps);

    /// <summary>Median duration of the rounds since this was asked last, in microseconds.</summary>
    public double TakeRoundMicroseconds()
    {
        var median = Median(_rounds);
        _rounds.Clear();
        return median;
    }

    /// <summary>Does rounds for so long by its own clock.</summary>
    public async Task RoundsAsync(TimeSpan virtualTime, CancellationToken cancellationToken)
    {
        for (var passed = TimeSpan.Zero; passed < virtualTime; passed += Pause)
        {
            _time.Advance(Pause);
            var sweeps = _rows.ByKind.GetValueOrDefault(Sweep);
            var began = TimeProvider.System.GetTimestamp();
            await _host.Loop.RoundAsync(cancellationToken);

            // An idle round over a store in memory takes a microsecond or two.
            var microseconds = (TimeProvider.System.GetTimestamp() - began) * 1e6 / TimeProvider.System.TimestampFrequency;
            _rounds.Add(microseconds);
            if (_rows.ByKind.GetValueOrDefault(Sweep) > sweeps)
            {
                _sweeps.Add(microseconds / 1e3);
            }
        }
    }

    public ValueTask DisposeAsync() => _host.DisposeAsync();

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted[sorted.Length / 2];
    }

    private static ControlPlane WithRows(ControlPlane plane, RequestCountingRows rows) => new()
    {
        Rows = rows,
        RunRequests = plane.RunRequests,
        RunRequestPoison = plane.RunRequestPoison,
        MeasureTasks = plane.MeasureTasks,
        MeasurePoison = plane.MeasurePoison,
        BagTasks = plane.BagTasks,
        BagPoison = plane.BagPoison,
        PeerTasks = plane.PeerTasks,
        PeerPoison = plane.PeerPoison,
        Results = plane.Results,
        Products = plane.Products,
        Programs = plane.Programs,
    };
}
