using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Xunit;

namespace AzurePerf.UnitTests.Tidy;

public sealed partial class TypeTests
{
    private static readonly string[] ForbiddenWords = ["Manager", "Helper", "Helpers", "Util", "Utils", "Utility", "Common", "Base", "Impl"];
    private static readonly string[] ForbiddenNames = ["Task", "Job", "Test"];

    public static TheoryData<string> Assemblies => [.. SourceTree.Projects.Select(project => project == "AzurePerf.Cli" ? "azureperf" : project)];

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void A_name_says_what_a_type_is(string assembly) => Assert.Empty(TypesOf(assembly)
        .Where(type => ForbiddenNames.Contains(type.Name)
            || Words().Split(type.Name.Replace("TaskManager", "", StringComparison.Ordinal)).Intersect(ForbiddenWords).Any())
        .Select(type => type.FullName));

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void A_class_is_sealed_unless_another_derives_from_it(string assembly)
    {
        var types = TypesOf(assembly).ToArray();
        var bases = types.Select(type => type.BaseType).ToHashSet();

        Assert.Empty(types.Where(type => type is { IsClass: true, IsSealed: false, IsAbstract: false } && !bases.Contains(type)).Select(type => type.FullName));
    }

    /// <summary>One of more parts does several things. Records have as many members as there are data.</summary>
    [Theory]
    [MemberData(nameof(Assemblies))]
    public void A_class_is_made_of_at_most_ten_parts(string assembly) => Assert.Empty(TypesOf(assembly)
        .Where(type => type.IsClass && type.GetMethod("<Clone>$") is null)
        .Where(type => type.GetConstructors(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic).Any(made => made.GetParameters().Length > 10))
        .Select(type => type.FullName));

    /// <summary>The types that somebody wrote: neither the compiler nor the page generator.</summary>
    private static IEnumerable<Type> TypesOf(string assembly) => Assembly.Load(assembly).GetTypes().Where(type =>
        type.GetCustomAttribute<CompilerGeneratedAttribute>() is null
        && type.FullName!.IndexOfAny(['<', '+']) < 0
        && type.Name != "Program"
        && type.Namespace?.StartsWith("AzurePerf", StringComparison.Ordinal) == true);

    [GeneratedRegex("(?<=[a-z0-9])(?=[A-Z])|`")]
    private static partial Regex Words();
}
