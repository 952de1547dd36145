namespace AzurePerf.Imagery.Stations;

/// <summary>A reading and what an image has of its place.</summary>
/// <param name="Reading">From the ground.</param>
public sealed record StationMatch(StationReading Reading)
{
    /// <summary>Name of the image; empty where none is of its place and near enough in time.</summary>
    public string Image { get; init; } = "";

    /// <summary>Of the times that the image is of the one nearest to the reading; null without image.</summary>
    public StationTime? Time { get; init; }

    /// <summary>Minutes from the time of the image to that of the reading, negative when the reading is earlier; 0 within it, null without
    /// image and where only the days of the image are known.</summary>
    public double? MinutesApart => Time is { IsOfDays: false } time ? time.Apart(Reading.Time).TotalMinutes : null;

    /// <summary>Physical value of the cell it lies in; null where that has none.</summary>
    public double? Nearest { get; init; }

    /// <summary>Mean of the values of the 3 x 3 cells around it; null where none has one.</summary>
    public double? Around { get; init; }

    /// <summary>On how many cells that rests, 0 to 9.</summary>
    public int CellsAround { get; init; }

    /// <summary>The choice of quality flags that all cells with a value passed; empty where the product has no flags.</summary>
    public string Quality { get; init; } = "";
}

/// <summary>A time that an image is of.</summary>
/// <param name="Begin">Its begin.</param>
/// <param name="End">Its end.</param>
/// <param name="IsOfDays">Whether it is whole days (UTC), because the time of day of the pixels is not known.</param>
public readonly record struct StationTime(DateTimeOffset Begin, DateTimeOffset End, bool IsOfDays = false)
{
    /// <summary>Whether a reading of a moment can be compared: of the days, or near enough where the time of day is known.</summary>
    /// <param name="moment">Of the reading.</param>
    /// <param name="apart">How long before or after it may be; it does not matter for days.</param>
    public bool Has(DateTimeOffset moment, TimeSpan apart) =>
        IsOfDays ? moment >= Begin && moment < End : Apart(moment).Duration() <= apart;

    /// <summary>The one of several that is nearest to a moment; of equals the last.</summary>
    /// <param name="times">At least one, in their order.</param>
    /// <param name="moment">Of the reading.</param>
    public static StationTime Nearest(IReadOnlyList<StationTime> times, DateTimeOffset moment) =>
        times.Reverse().MinBy(time => time.Apart(moment).Duration());

    /// <summary>From this time to another: zero within it, negative before it.</summary>
    public TimeSpan Apart(DateTimeOffset other) => other < Begin ? other - Begin : other > End ? other - End : TimeSpan.Zero;
}
