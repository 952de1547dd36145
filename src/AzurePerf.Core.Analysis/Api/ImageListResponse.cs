namespace AzurePerf.Core.Api;

/// <summary>The images that a run of <c>modis.pipeline</c> made, and what it could not make.</summary>
/// <param name="Results">Pictures and tables, in the order of their periods.</param>
/// <param name="Periods">Images of a tile and a period that were made.</param>
/// <param name="Images">Images of a tile and a day that were made, or were there already.</param>
/// <param name="NotCovered">Tiles and days that no granule covers.</param>
/// <param name="NotMade">Images and results that were planned and not made.</param>
/// <param name="InputMissing">Images of a day that lack a granule which did not come or could not be read.</param>
/// <param name="NotListed">Tiles and days of which the archive told nothing, because its listing failed.</param>
/// <param name="Manifest">Address of the list of everything with what it was made of; the same bytes whenever the same is made of the
/// same.</param>
/// <param name="Provenance">Address of the list of who made what, when.</param>
/// <param name="Zip">Address of one archive with both and all files of the results; with <c>?periods=true</c> also the GeoTIFFs of the
/// periods.</param>
/// <param name="OfMadeGranules">Whether granules of them were made, as a laptop's are: then nobody measured what they show.</param>
public sealed record ImageListResponse(
    IReadOnlyList<ImageResultResponse> Results, int Periods, int Images, int NotCovered, int NotMade, int InputMissing, int NotListed,
    string Manifest, string Provenance, string Zip, bool OfMadeGranules)
{
    /// <summary>True when nothing of what the request asked for was made: no result, or no image where it asks for no result.</summary>
    public bool NothingMade { get; init; }

    /// <summary>What stands with images of made granules, as a sentence.</summary>
    public const string MadeNotice = "Simulated data, not satellite measurements: AzurePerf made the granules itself.";
}

/// <summary>A picture or a table.</summary>
/// <param name="Reduction">What it is, as a request names it.</param>
/// <param name="Title">The same for people.</param>
/// <param name="First">First day (UTC) of its period.</param>
/// <param name="Last">Last day.</param>
/// <param name="Coverage">The share of its cells that have a value, 0 to 1.</param>
/// <param name="Files">Its files, the main one first.</param>
/// <param name="DataSet">Name of the data set that it shows; empty where it shows all that the request names.</param>
public sealed record ImageResultResponse(
    string Reduction, string Title, DateOnly First, DateOnly Last, double Coverage, IReadOnlyList<ImageFileResponse> Files,
    string DataSet = "");

/// <summary>A file of a result.</summary>
/// <param name="Name">Such as picture.png.</param>
/// <param name="ContentType">Its media type.</param>
/// <param name="Url">Its address on this host.</param>
public sealed record ImageFileResponse(string Name, string ContentType, string Url);
