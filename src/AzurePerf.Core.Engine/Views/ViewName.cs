using AzurePerf.Core.Ids;
using AzurePerf.Core.Spelling;

namespace AzurePerf.Core.Views;

/// <summary>What a saved view is called.</summary>
public static class ViewName
{
    /// <summary>Parameters whose values tell people what a page shows.</summary>
    private static readonly string[] Telling = ["text", "q", "state", "experiment", "preset", "target", "owner", "tag", "metric"];

    /// <summary>The id of the view that has a name: the same whatever its case, so that no two views have one name.</summary>
    public static string IdOf(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return IdText.Hash("view name", name.ToUpperInvariant());
    }

    /// <summary>A name for a page: its title, and what its address asks for.</summary>
    /// <param name="title">What the page calls itself.</param>
    /// <param name="address">Its path and query.</param>
    public static string Suggest(string title, ViewAddress address)
    {
        ArgumentNullException.ThrowIfNull(address);
        var asked = address.Text[(address.Text.IndexOf('?', StringComparison.Ordinal) + 1)..].Split('&')
            .Select(part => part.Split('=', 2))
            .Where(part => part.Length == 2)
            .Select(part => (Name: part[0], Value: Uri.UnescapeDataString(part[1].Replace('+', ' ')).Trim()))
            .Where(part => part.Value.Length > 0)
            .Select(part => part.Name == "days" ? $"{part.Value} days" : Telling.Contains(part.Name) ? part.Value : "")
            .Where(words => words.Length > 0);
        var details = string.Join(", ", asked);
        return Shorten(new([.. (details.Length > 0 ? $"{title}: {details}" : title).Where(character => !TextSteering.Is(character))]));
    }

    private static string Shorten(string name) => name.Length <= ViewLimits.NameCharacters ? name
        : char.IsHighSurrogate(name[ViewLimits.NameCharacters - 1])
            ? name[..(ViewLimits.NameCharacters - 1)]
            : name[..ViewLimits.NameCharacters];
}
