namespace AzurePerf.Sources.Https;

/// <summary>
/// How an archive is asked over https. The shape of the paths is that of NASA's archive (LAADS); which host is asked, only the operator
/// says. The token is no part of it, so that it can be shown.
/// </summary>
public sealed record ArchiveSettings
{
    /// <summary>Address below which everything lies: https, or http of a loopback address; without user, query and fragment.</summary>
    public required Uri BaseAddress { get; init; }

    /// <summary>
    /// Path and query of the listing of a day, in JSON. {product}, {collection}, {year} and {day} (three digits) are filled in.
    /// </summary>
    public string ListingPath { get; init; } = "api/v2/content/details/allData/{collection}/{product}/{year}/{day}?fields=all&formats=json";

    /// <summary>Path of a file; as <see cref="ListingPath"/>, with {name} for the file name.</summary>
    public string FilePath { get; init; } = "archive/allData/{collection}/{product}/{year}/{day}/{name}";

    /// <summary>
    /// Path of the file that says where the swaths of a day lie (geoMeta). {product} is MOD03 or MYD03, {platform} TERRA or AQUA, {date}
    /// the day as 2024-01-25; {collection} and {year} are filled in as well.
    /// </summary>
    public string PlacesPath { get; init; } = "archive/geoMeta/{collection}/{platform}/{year}/{product}_{date}.txt";

    /// <summary>Other hosts (host or host:port) that the archive may redirect to. They never get the token.</summary>
    public IReadOnlyList<string> RedirectHosts { get; init; } = [];

    /// <summary>Most bytes of a file, from 1; granules have up to some hundreds of MB.</summary>
    public long MostFileBytes { get; init; } = 1L << 30;

    /// <summary>Most bytes of a listing and of a file of places, from 1 to 256 MiB; a day of a product takes some hundreds of kB.</summary>
    public int MostListingBytes { get; init; } = 8 << 20;

    /// <summary>Most requests for one file or listing, from 1 to 20, without those that follow a redirect.</summary>
    public int MostAttempts { get; init; } = 5;

    /// <summary>How long nothing may come before the connection counts as cut, from 1 second to 10 minutes.</summary>
    public TimeSpan ProgressLimit { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Longest wait before the next attempt, whatever the archive asks for, from 1 second to 1 hour.</summary>
    public TimeSpan LongestWait { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>Everything that is wrong, one sentence each that begins with the setting's name; none when all is well.</summary>
    public IReadOnlyList<string> FindErrors() =>
    [
        .. ArchiveAddress.ErrorsOf(BaseAddress),
        .. PathTemplate.ErrorsOf(nameof(ListingPath), ListingPath, PathTemplate.OfListing, mayAsk: true),
        .. PathTemplate.ErrorsOf(nameof(FilePath), FilePath, PathTemplate.OfFile, mayAsk: false),
        .. PathTemplate.ErrorsOf(nameof(PlacesPath), PlacesPath, PathTemplate.OfPlaces, mayAsk: true),
        .. RedirectHosts.Where(x => !ArchiveAddress.IsHost(x)).Select(_ => "RedirectHosts must be hosts such as data.example.org or"
            + " data.example.org:8443."),
        .. Error(MostFileBytes >= 1, "MostFileBytes must be at least 1."),
        .. Error(MostListingBytes is >= 1 and <= 256 << 20, "MostListingBytes must be from 1 to 268435456."),
        .. Error(MostAttempts is >= 1 and <= 20, "MostAttempts must be from 1 to 20."),
        .. Error(ProgressLimit >= TimeSpan.FromSeconds(1) && ProgressLimit <= TimeSpan.FromMinutes(10),
            "ProgressLimit must be from 1 second to 10 minutes."),
        .. Error(LongestWait >= TimeSpan.FromSeconds(1) && LongestWait <= TimeSpan.FromHours(1),
            "LongestWait must be from 1 second to 1 hour."),
    ];

    private static IEnumerable<string> Error(bool isRight, string sentence) => isRight ? [] : [sentence];
}
