using System.Text.RegularExpressions;

namespace AzurePerf.Core.Targets;

/// <summary>What the operator said of a target, before its kind has looked at it.</summary>
/// <param name="Name">As runs name it, in lower case.</param>
/// <param name="Variable">Where it was said; empty for a target that nobody configures.</param>
/// <param name="Kind">A word of its kind: its id, or the scheme of an address.</param>
/// <param name="Text">What stands behind the kind and its colon. It may hold a secret: only the kind knows.</param>
public sealed partial record TargetSetting(string Name, string Variable, string Kind, string Text)
{
    /// <summary>Reads "folder:/data" and "scheme://host/x"; null for a setting without a kind, such as an account's URI or connection
    /// string.</summary>
    public static TargetSetting? WithKind(string name, string variable, string text) =>
        KindAndRest().Match(text.Trim()) is { Success: true } match
        ? new(name, variable, match.Groups["kind"].Value, match.Groups["rest"].Value)
        : null;

    /// <summary>Without the text.</summary>
    public override string ToString() => $"{Name} ({Kind})";

    [GeneratedRegex(@"^(?!https?://)(?<kind>[a-z]{2,20}):(?<rest>.*)\z", RegexOptions.Singleline | RegexOptions.ExplicitCapture)]
    private static partial Regex KindAndRest();
}
