using AzurePerf.Core.Runs;
using Microsoft.Extensions.Primitives;

namespace AzurePerf.Web.Runs.Form;

/// <summary>One field of the submit form.</summary>
/// <param name="Path">Its path in the request, which is also its name in the form.</param>
/// <param name="Label">For people.</param>
/// <param name="Kind">How it is shown.</param>
/// <param name="Text">What stands in it.</param>
internal sealed record RunFormField(string Path, string Label, RunFormFieldKind Kind, StringValues Text)
{
    /// <summary>Its name in the API, where the label is another; else empty.</summary>
    public string ApiName { get; init; } = "";

    /// <summary>What it is for.</summary>
    public string Description { get; init; } = "";

    /// <summary>What it accepts and what it is when left empty.</summary>
    public string Hint { get; init; } = "";

    /// <summary>The longest text that it takes, in UTF-16 characters; null where the browser need not count.</summary>
    public int? MostCharacters { get; init; }

    /// <summary>What stands in it in grey as long as it is empty; null for nothing.</summary>
    public string? Example { get; init; }

    public IReadOnlyList<string> Choices { get; init; } = [];

    public IReadOnlyList<SpecFault> Faults { get; init; } = [];

    /// <summary>Identifier of its element.</summary>
    public string Id => "field-" + Path.Replace('.', '-');

    /// <summary>Whether a fault is one of the value at a path, or of something inside it.</summary>
    public static bool IsAt(string path, SpecFault fault) => fault.Path.StartsWith(path, StringComparison.Ordinal)
        && (fault.Path.Length == path.Length || fault.Path[path.Length] is '[' or '.');

    /// <summary>What of a fault's path is below this field: the place in a list, or a tag's name.</summary>
    public string Message(SpecFault fault)
    {
        var below = fault.Path[Path.Length..];
        return below.StartsWith('[') && int.TryParse(below.Trim('[', ']'), out var index)
            ? string.Create(System.Globalization.CultureInfo.InvariantCulture, $"value {index + 1} {fault.Message}")
            : (below.TrimStart('.') + " " + fault.Message).Trim();
    }
}
