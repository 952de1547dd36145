using AzurePerf.Core.Programs;
using AzurePerf.Imagery.Reductions;

namespace AzurePerf.Core.Experiments.Images;

/// <summary>What a request can have made of each period: the reductions of this build, and what the user's own program makes.</summary>
public static class RequestReductions
{
    /// <summary>The name of the reduction that a program makes.</summary>
    public const string Program = "program";

    /// <summary>Name and words of each, in the order of their names.</summary>
    public static IReadOnlyList<(string Name, string Title)> All { get; } =
    [
        .. ReductionCatalogue.All.Select(known => (known.Name, known.Title)).Append((Name: Program, Title: "Your own program"))
            .OrderBy(known => known.Name, StringComparer.Ordinal),
    ];

    /// <summary>What a reduction is called for people; its name where this build does not know it.</summary>
    public static string TitleOf(string name) => All.FirstOrDefault(known => known.Name == name).Title ?? name;

    /// <summary>What is wrong with the names of a request.</summary>
    /// <param name="names">As given.</param>
    /// <param name="program">Hash of the program; empty for none.</param>
    internal static IEnumerable<ParameterFault> Faults(IReadOnlyList<string> names, string program)
    {
        if (names.FirstOrDefault(name => All.All(known => known.Name != name)) is { } unknown)
        {
            yield return new("reductions", $"has '{unknown}': must be one of {string.Join(", ", All.Select(known => known.Name))}");
        }

        if (program.Length > 0 && !ProgramHash.IsValid(program))
        {
            yield return new("program", $"must be {ProgramHash.Characters} digits 0-9 and a-f: azureperf programs list shows them");
        }
        else if (program.Length > 0 != names.Contains(Program))
        {
            yield return new("program", program.Length > 0
                ? $"is given, but reductions does not have '{Program}': add it, or leave the program out"
                : $"must be given because reductions has '{Program}': azureperf programs list shows what there is");
        }
    }
}
