namespace AzurePerf.Sql.Data;

/// <summary>
/// What each security costs at each tick: a wave of its own height, length and start, in whole cents. All clients see the same prices.
/// A tick of the past is a second of trading, below 0; one of the clients is the number of an operation, from 0.
/// </summary>
public sealed class Prices
{
    private const long Cent = Money.One / 100;
    private readonly Wave[] _waves;

    internal Prices(ulong seed, int securities)
    {
        _waves = new Wave[securities];
        for (var security = 0; security < securities; security++)
        {
            var draws = Draws.Of(seed, DrawFor.Price, security);
            var low = draws.Between(1_000, 4_000);
            var half = draws.Between(600, 1_200);
            _waves[security] = new(low, low / 2, half, draws.Below(2 * half));
        }
    }

    /// <summary>In 1/10,000, above 0.</summary>
    public long At(int security, long tick)
    {
        var wave = _waves[security];
        var length = 2 * wave.Half;
        var place = (tick + wave.Start) % length;
        place = place < 0 ? place + length : place;
        return (wave.Low + (wave.Height * Math.Min(place, length - place) / wave.Half)) * Cent;
    }

    /// <summary>The nearest price that the security has at some tick.</summary>
    internal long Nearest(int security, long price)
    {
        var wave = _waves[security];
        return Math.Clamp(price / Cent * Cent, wave.Low * Cent, (wave.Low + wave.Height) * Cent);
    }

    /// <summary>The tick of a moment of the past.</summary>
    internal static long TickOf(int day, int second) => ((day - MarketDays.Today) * (long)MarketDays.Session) + second;

    private readonly record struct Wave(long Low, long Height, long Half, long Start);
}
