using System.Globalization;
using System.Text.RegularExpressions;

namespace AzurePerf.Cli.Local;

/// <summary>What Node.js says of itself. What is called node may be the shim of a version manager, which starts another one.</summary>
/// <param name="Major">First number of its version.</param>
/// <param name="Platform">System and processor that it is built for, and npm installs for: "linux-x64".</param>
/// <param name="Path">Its own executable.</param>
internal sealed partial record NodeAnswer(int Major, string Platform, string Path)
{
    /// <summary>What it is asked with.</summary>
    public static IReadOnlyList<string> Question { get; } =
        ["--print", "[process.version,process.platform+'-'+process.arch,process.execPath].join(' ')"];

    /// <summary>Null when none of the lines is an answer; a shim may say something of its own before it.</summary>
    public static NodeAnswer? Read(IEnumerable<string> lines)
    {
        var match = lines.Select(line => AnswerLine().Match(line)).FirstOrDefault(match => match.Success);
        return match is null ? null : new(int.Parse(Part("major"), CultureInfo.InvariantCulture), Part("platform"), Part("path"));

        string Part(string name) => match.Groups[name].Value;
    }

    [GeneratedRegex(@"^v(?<major>[0-9]{1,6})\.\S+ (?<platform>[a-z0-9]+-[a-z0-9]+) (?<path>\S.*)$", RegexOptions.ExplicitCapture)]
    private static partial Regex AnswerLine();
}
