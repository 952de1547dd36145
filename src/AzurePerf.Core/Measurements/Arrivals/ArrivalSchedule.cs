using System.Text.Json.Serialization;
using AzurePerf.Core.Ids;

namespace AzurePerf.Core.Measurements.Arrivals;

/// <summary>
/// When the operations of one client of an open loop are to start, one after the other. The same seed, client and rate always give the same
/// instants, on whatever worker the client runs.
/// </summary>
/// <remarks>
/// Constant arrivals of N clients lie evenly between each other, so that all together are constant too. Poisson arrivals have gaps of
/// -ln(u) / rate (inverse transform; Devroye 1986, Non-Uniform Random Variate Generation, section II.2) with u from SplitMix64 (Steele,
/// Lea, Flood 2014); those of several clients together are again a Poisson process. Instants are summed as doubles: exact to the nanosecond
/// for a hundred days.
/// </remarks>
public sealed class ArrivalSchedule
{
    private const double NanosecondsPerSecond = 1e9;

    /// <summary>Later than anybody waits, and still far from where sums of instants overflow: the longest instant means that nothing
    /// comes.</summary>
    private const double LatestNanoseconds = long.MaxValue / 4;

    private const ulong Increment = 0x9E3779B97F4A7C15UL;

    private readonly double _gapNanoseconds;
    private readonly double _offsetNanoseconds;
    private readonly bool _random;
    private ulong _state;
    private double _sumNanoseconds;

    /// <param name="kind">Constant or Poisson.</param>
    /// <param name="operationsPerSecond">Of all clients together, above 0.</param>
    /// <param name="client">The client's number in the whole point.</param>
    /// <param name="clients">Clients of the whole point.</param>
    /// <param name="seed">Of the point.</param>
    /// <exception cref="ArgumentOutOfRangeException">The rate is not above 0, or the kind is that of a closed loop.</exception>
    public ArrivalSchedule(ArrivalKind kind, double operationsPerSecond, int client, int clients, ulong seed)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(operationsPerSecond);
        ArgumentOutOfRangeException.ThrowIfEqual(kind, ArrivalKind.Closed);
        _gapNanoseconds = clients / operationsPerSecond * NanosecondsPerSecond;
        _random = kind == ArrivalKind.Poisson;
        _offsetNanoseconds = _random ? 0 : _gapNanoseconds * client / clients;
        _state = StableHash.Of((int)(seed >> 32), unchecked((int)seed), client);
        _sumNanoseconds = _random ? Gap() : 0;
    }

    /// <summary>Arrivals gone by.</summary>
    public long Passed { get; private set; }

    /// <summary>The next arrival, in nanoseconds since the start of the measurement; 73 years at most.</summary>
    public long NextNanoseconds => (long)Math.Min(_sumNanoseconds + _offsetNanoseconds, LatestNanoseconds);

    /// <summary>How long the arrivals gone by took at their rate: the rate that was offered is their number over this.</summary>
    public long PassedNanoseconds => (long)_sumNanoseconds;

    /// <summary>Goes on to the arrival after the next one.</summary>
    public void Advance()
    {
        Passed++;
        _sumNanoseconds = _random ? _sumNanoseconds + Gap() : Passed * _gapNanoseconds;
    }

    private double Gap() => -Math.Log(NextUniform()) * _gapNanoseconds;

    /// <summary>Above 0, at most 1.</summary>
    private double NextUniform()
    {
        _state += Increment;
        return ((StableHash.Mix(_state) >> 11) + 1) * (1.0 / (1UL << 53));
    }
}

/// <summary>What decides when an operation starts.</summary>
public enum ArrivalKind
{
    /// <summary>A closed loop: a client starts an operation when its last one has ended.</summary>
    Closed = 0,

    /// <summary>An open loop: operations start at equal distances, whether or not earlier ones have ended.</summary>
    Constant,

    /// <summary>An open loop: the distances are exponential, drawn from the run's seed, as those of many users who know nothing of each
    /// other.</summary>
    Poisson,
}
