namespace AzurePerf.Imagery.Stations;

/// <summary>A reading and what an image has of its place.</summary>
/// <param name="Reading">From the ground.</param>
public sealed record StationMatch(StationReading Reading)
{
    /// <summary>Name of the image; empty where none is of its place and near enough in time.</summary>
    public string Image { get; init; } = "";

    /// <summary>The time that the image is of; null without one.</summary>
    public StationTime? Time { get; init; }

    /// <summary>Minutes from the time of the image to that of the reading, negative when the reading is earlier; 0 within it, null without
    /// image.</summary>
    public double? MinutesApart => Time?.Apart(Reading.Time).TotalMinutes;

    /// <summary>Physical value of the cell it lies in; null where that has none.</summary>
    public double? Nearest { get; init; }

    /// <summary>Mean of the values of the 3 x 3 cells around it; null where none has one.</summary>
    public double? Around { get; init; }

    /// <summary>On how many cells that rests, 0 to 9.</summary>
    public int CellsAround { get; init; }

    /// <summary>The choice of quality flags that all cells with a value passed; empty where the product has no flags.</summary>
    public string Quality { get; init; } = "";
}

/// <summary>The time that an image is of.</summary>
/// <param name="Begin">Its begin.</param>
/// <param name="End">Its end.</param>
public readonly record struct StationTime(DateTimeOffset Begin, DateTimeOffset End)
{
    /// <summary>From this time to another: zero within it, negative before it.</summary>
    public TimeSpan Apart(DateTimeOffset other) => other < Begin ? other - Begin : other > End ? other - End : TimeSpan.Zero;
}
