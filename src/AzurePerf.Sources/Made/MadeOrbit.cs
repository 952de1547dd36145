using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Sources.Made;

/// <summary>Where a satellite and the sun stand on a day of the calendar.</summary>
internal static class MadeOrbit
{
    private const int RepeatDays = 16;
    private const int OrbitsOfRepeat = 233;
    private static readonly DateOnly FirstDay = new(1999, 12, 18);
    private const double AquaDescendingHour = 1.5;
    private const double AquaPhase = 180;

    /// <summary>The orbit of a day, whose seconds are counted from its midnight (UTC); after 16 days it is the same again.</summary>
    public static Orbit Of(Platform platform, DateOnly day, int coarseness)
    {
        var phase = 360.0 * (OrbitsOfRepeat * (day.DayNumber % RepeatDays) % RepeatDays) / RepeatDays;
        return platform == Platform.Aqua
            ? new Orbit(AquaDescendingHour, phase + AquaPhase) { Coarseness = coarseness }
            : new Orbit(Phase: phase) { Coarseness = coarseness };
    }

    /// <summary>The number of the orbit that a time of a day lies in, counted from the satellite's first years.</summary>
    public static int Number(DateOnly day, TimeOnly time) =>
        (int)((day.DayNumber - FirstDay.DayNumber + time.ToTimeSpan().TotalDays) * OrbitsOfRepeat / RepeatDays);
}
