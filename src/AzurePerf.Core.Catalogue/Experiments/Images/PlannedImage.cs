namespace AzurePerf.Core.Experiments.Images;

/// <summary>An image of a day as it was planned when the downloads had ended.</summary>
/// <param name="Day">The day.</param>
/// <param name="Tile">Name of the tile.</param>
/// <param name="Key">Its key; empty where too little of its inputs came.</param>
/// <param name="Inputs">The files it is made of.</param>
/// <param name="Made">Hash of its values where the catalogue had it before.</param>
/// <param name="Coverage">Of that.</param>
/// <param name="Layer">Which of the request's data sets it shows, from 0.</param>
public sealed record PlannedImage(
    DateOnly Day, string Tile, string Key, IReadOnlyList<SourceFile> Inputs, string? Made, double Coverage, int Layer)
{
    /// <summary>Whether an input did not come.</summary>
    public bool IsMissing { get; init; }

    /// <summary>Where the catalogue had it, what is to be known of its granules.</summary>
    public GranuleNote? Granules { get; init; }

    /// <summary>Whether the catalogue had it when its day was listed.</summary>
    public bool IsMade => Made is not null;

    /// <summary>Whether a task makes it.</summary>
    public bool IsOrdered => !IsMade && Key.Length > 0;
}

/// <summary>What the days of a period are to become.</summary>
/// <param name="Period">The days asked for.</param>
/// <param name="Tile">Name of the tile.</param>
/// <param name="Key">Its key; empty where it is left out because an input failed.</param>
/// <param name="Days">The images there are of it.</param>
/// <param name="Layer">Which of the request's data sets it shows, from 0.</param>
public sealed record PlannedPeriod(ImagePeriod Period, string Tile, string Key, IReadOnlyList<KeyedDay> Days, int Layer)
{
    /// <summary>Whether a task makes it.</summary>
    public bool IsOrdered => Key.Length > 0;
}

/// <summary>A picture or a table that the request asks for.</summary>
/// <param name="Period">Of which period.</param>
/// <param name="Reduction">Name of the reduction.</param>
/// <param name="Key">Its key; empty where it is left out, because nothing came that it could be made of.</param>
/// <param name="Tiles">Keys of what it is made of.</param>
/// <param name="Layers">Which of the request's data sets each of them shows, from 0.</param>
public sealed record PlannedResult(
    ImagePeriod Period, string Reduction, string Key, IReadOnlyList<string> Tiles, IReadOnlyList<int> Layers)
{
    /// <summary>Whether a task makes it.</summary>
    public bool IsOrdered => Key.Length > 0;
}
