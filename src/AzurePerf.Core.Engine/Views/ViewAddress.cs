using AzurePerf.Core.Ids;

namespace AzurePerf.Core.Views;

/// <summary>Path and query of a page that can be saved, and never anything that leads elsewhere: it must have the path of a known
/// page.</summary>
public sealed record ViewAddress
{
    private const int LongestName = 64;

    private static readonly (string Path, ViewedPage Page)[] Paths =
    [
        ("/runs", ViewedPage.Runs),
        ("/runs/{id}", ViewedPage.Run),
        ("/runs/{id}/images", ViewedPage.Images),
        ("/runs/{id}/tasks", ViewedPage.Tasks),
        ("/compare", ViewedPage.Compare),
        ("/trends", ViewedPage.Trends),
        ("/outcomes", ViewedPage.Outcomes),
        ("/workers", ViewedPage.Workers),
        ("/schedules", ViewedPage.Schedules),
        ("/experiments", ViewedPage.Experiments),
        ("/experiments/{name}", ViewedPage.Experiment),
        ("/submit", ViewedPage.Submit),
    ];

    /// <summary>Parameters that belong to one visit: a place in a list that goes on growing, and a button.</summary>
    private static readonly string[] Passing = ["cursor", "handler"];

    private ViewAddress(string text, ViewedPage page) => (Text, Page) = (text, page);

    /// <summary>As a link has it: visible ASCII characters, from the path's first slash on.</summary>
    public string Text { get; }

    public ViewedPage Page { get; }

    /// <summary>Reads an address and leaves out what belongs to one visit only; null with what is wrong.</summary>
    public static ViewAddress? Read(string text, out string fault)
    {
        ArgumentNullException.ThrowIfNull(text);
        var question = text.IndexOf('?', StringComparison.Ordinal);
        var path = question < 0 ? text : text[..question];
        fault = FaultOf(text);
        if (fault.Length > 0)
        {
            return null;
        }

        var known = Array.Find(Paths, known => Matches(known.Path, path));
        if (known.Path is null)
        {
            fault = "is not a page that can be saved; those are " + string.Join(", ", Paths.Select(one => one.Path));
            return null;
        }

        return new(path + Lasting(question < 0 ? "" : text[(question + 1)..], known.Page), known.Page);
    }

    private static string FaultOf(string text) => text switch
    {
        "" => "is required: path and query of a page, such as /runs?state=failed",
        { Length: > ViewLimits.AddressCharacters } => $"has {text.Length} characters; it may have {ViewLimits.AddressCharacters}",
        ['/', '/', ..] or not ['/', ..] => "must begin with one slash: path and query of a page of this portal, without scheme and host",
        _ when text.Contains('\\', StringComparison.Ordinal) => "must have no backslash",
        _ when text.Contains('#', StringComparison.Ordinal) => "must end before the #: path and query are all that is kept",
        _ when text.Any(character => character is <= ' ' or > '~') =>
            "must have visible ASCII characters only: others are written with %, as the address bar copies them",
        _ => "",
    };

    private static bool Matches(string pattern, string path)
    {
        var (expected, given) = (pattern.Split('/'), path.Split('/'));
        return expected.Length == given.Length && expected.Zip(given).All(part => part.First switch
        {
            "{id}" => IdText.IsValid(part.Second),
            "{name}" => IsName(part.Second),
            _ => part.First == part.Second,
        });
    }

    private static bool IsName(string text) =>
        text is [>= 'a' and <= 'z', ..] && text.Length <= LongestName
            && text.All(character => character is (>= 'a' and <= 'z') or (>= '0' and <= '9') or '.' or '-');

    private static string Lasting(string query, ViewedPage page)
    {
        var kept = string.Join('&', query.Split('&').Where(part => IsLasting(part, page)));
        return kept.Length > 0 ? "?" + kept : "";
    }

    /// <summary>A filter that was left empty asks for nothing; a field of a form that was left empty may mean something else than its
    /// default.</summary>
    private static bool IsLasting(string part, ViewedPage page)
    {
        var end = part.IndexOf('=', StringComparison.Ordinal);
        var isEmpty = end < 0 || end == part.Length - 1;
        return (!isEmpty || (page == ViewedPage.Submit && end > 0))
            && !Passing.Contains(part[..Math.Max(end, 0)], StringComparer.OrdinalIgnoreCase);
    }
}

/// <summary>A page of the portal whose address can be saved.</summary>
public enum ViewedPage
{
    Runs,
    Run,

    /// <summary>The images that a run made.</summary>
    Images,

    /// <summary>The tasks of a run.</summary>
    Tasks,
    Compare,
    Trends,
    Outcomes,
    Workers,
    Schedules,
    Experiments,
    Experiment,

    /// <summary>The form of a new run, filled in by its address.</summary>
    Submit,
}
