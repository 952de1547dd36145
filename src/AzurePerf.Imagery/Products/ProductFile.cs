namespace AzurePerf.Imagery.Products;

/// <summary>A swath follows the ground track and needs latitudes and longitudes; a tile is a part of the MODIS sinusoidal grid.</summary>
public enum ProductKind
{
    Swath,
    Tile,
}

/// <summary>The satellite an id belongs to; combined products use observations of both.</summary>
public enum Platform
{
    /// <summary>Since 2000, southwards at 10:30; its products begin with MOD.</summary>
    Terra,

    /// <summary>Since 2002, northwards at 13:30; its products begin with MYD.</summary>
    Aqua,

    /// <summary>Both; products that begin with MCD.</summary>
    Combined,
}

/// <summary>How a physical value is made of a stored one.</summary>
public enum OffsetRule
{
    /// <summary>value = scale * (stored - offset): the atmosphere products and level 1B.</summary>
    Subtract,

    /// <summary>value = scale * stored + offset: the land temperature products.</summary>
    Add,
}

/// <summary>
/// What one data file says of a product and its twin on the other satellite. The values are those of the product's file
/// specification; made granules and granules without attributes use them.
/// </summary>
/// <param name="Title">Name for people.</param>
/// <param name="Kind">Swath or tile.</param>
/// <param name="Twins">One entry for each id: Terra and Aqua, or one for a combined product.</param>
/// <param name="PeriodDays">Days of observations in one granule; a composite starts again on 1 January of each year.</param>
/// <param name="Shapes">The grids of the data sets.</param>
/// <param name="Qualities">Flags a request can mask by.</param>
/// <param name="DataSets">The data sets that can be asked for.</param>
/// <param name="Sources">Where the values are from.</param>
public sealed record ProductFile(
    string Title,
    ProductKind Kind,
    IReadOnlyList<Twin> Twins,
    int PeriodDays,
    IReadOnlyList<Shape> Shapes,
    IReadOnlyList<Quality> Qualities,
    IReadOnlyList<DataSet> DataSets,
    IReadOnlyList<Source> Sources);

/// <param name="Id">Short name in the archive and in file names, for example MOD11A1.</param>
/// <param name="Platform">The satellite.</param>
/// <param name="FirstDay">First day (UTC) that can have a granule.</param>
public sealed record Twin(string Id, Platform Platform, DateOnly FirstDay);

/// <param name="Name">What data sets call it by.</param>
/// <param name="Rows">Cells along the track or southwards; nominal for a swath, which has one scan more in some granules.</param>
/// <param name="Columns">Cells across the track or eastwards.</param>
/// <param name="ResolutionMetres">Size of a cell, for a swath at nadir.</param>
/// <param name="Geolocation">Where latitudes and longitudes are; null for a tile.</param>
public sealed record Shape(string Name, int Rows, int Columns, double ResolutionMetres, Geolocation? Geolocation = null);

/// <summary>
/// Latitudes and longitudes of a swath. Cell g of them is cell offset + increment * g of the data (the HDF-EOS dimension map), the
/// same in both directions.
/// </summary>
/// <param name="Latitude">Data set of degrees north.</param>
/// <param name="Longitude">Data set of degrees east.</param>
/// <param name="Offset">Data cell of the first geolocation cell.</param>
/// <param name="Increment">Data cells from one geolocation cell to the next; 1 when each data cell has its own.</param>
/// <param name="Product">Terra id of the product that holds them; null for the granule itself.</param>
public sealed record Geolocation(string Latitude, string Longitude, int Offset, int Increment, string? Product = null);

/// <param name="Name">HDF name.</param>
/// <param name="Title">Name for people.</param>
/// <param name="NumberType">What a cell stores.</param>
/// <param name="Shape">Name of its grid.</param>
/// <param name="Fill">Stored values that mean "nothing here".</param>
/// <param name="ValidRange">Stored values that mean something.</param>
/// <param name="Unit">Unit of the physical value; "1" for a ratio.</param>
/// <param name="Scaling">One scale for all cells; null when the bands have their own.</param>
/// <param name="BandScaling">Names of the attributes with a scale for each band; null when there is one scale.</param>
/// <param name="Bands">Names of the layers of a data set of three dimensions, in order; null for two dimensions.</param>
/// <param name="Quality">Name of the flags that belong to it; null without.</param>
/// <param name="QualityBits">Bits of those flags for this data set, where each band has its own; null for the flags' own bits.</param>
public sealed record DataSet(
    string Name,
    string Title,
    NumberType NumberType,
    string Shape,
    ValueRange Fill,
    ValueRange ValidRange,
    string Unit,
    Scaling? Scaling = null,
    BandScaling? BandScaling = null,
    IReadOnlyList<string>? Bands = null,
    string? Quality = null,
    Bits? QualityBits = null);

/// <param name="Scale">Physical units of one stored step.</param>
/// <param name="Offset">A stored number (<see cref="OffsetRule.Subtract"/>) or a physical one (<see cref="OffsetRule.Add"/>).</param>
/// <param name="Rule">How both are used.</param>
public sealed record Scaling(double Scale, double Offset, OffsetRule Rule)
{
    /// <summary>What is added to the scale times a stored number, in physical units: the same rule for all.</summary>
    internal double Addend => Rule == OffsetRule.Add ? Offset : Offset == 0 ? 0 : -Scale * Offset;
}

/// <param name="Scales">Attribute with one scale for each band, in their order.</param>
/// <param name="Offsets">Attribute with one offset for each band.</param>
/// <param name="Rule">How both are used.</param>
public sealed record BandScaling(string Scales, string Offsets, OffsetRule Rule);

/// <param name="Name">What data sets call it by.</param>
/// <param name="DataSet">HDF name of the flags.</param>
/// <param name="NumberType">What a cell stores.</param>
/// <param name="Bits">Where the flag is in a stored number.</param>
/// <param name="Choices">What a request can ask for, with the flag values each accepts.</param>
/// <param name="DefaultChoice">The choice of a request that names none.</param>
/// <param name="Layer">Byte of flags of several bytes, counted from 0 in the last dimension; null for one number a cell.</param>
public sealed record Quality(
    string Name,
    string DataSet,
    NumberType NumberType,
    Bits Bits,
    IReadOnlyDictionary<string, IReadOnlyList<int>> Choices,
    string DefaultChoice,
    int? Layer = null);

/// <param name="First">Lowest bit; 0 is the least significant.</param>
/// <param name="Count">Bits of the flag, from 1 to 16.</param>
public sealed record Bits(int First, int Count);

/// <param name="Title">Title of the document, with its version or date.</param>
/// <param name="Section">Where in it.</param>
public sealed record Source(string Title, string Section);
