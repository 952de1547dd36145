using Xunit;

namespace AzurePerf.UnitTests.Docs;

/// <summary>The code of the recipes is that of the tests' own plug-in, which real hosts run.</summary>
public sealed class AddingAProbePageTests
{
    [Theory]
    [InlineData("experiment", "tests/AzurePerf.Testing/PlugIn/FolderMix.cs")]
    [InlineData("stages", "tests/AzurePerf.Testing/PlugIn/SamplePipeline.cs")]
    [InlineData("registration", "tests/AzurePerf.TestProcess/PlugInHosts.cs")]
    public void The_page_shows_code_that_is_compiled_and_run(string recipe, string file) =>
        GeneratedBlock.Check("docs/adding-a-probe.md", recipe, $"```csharp\n{Code(File.ReadAllLines(RepositoryFolder.PathOf(file)), recipe)}```\n");

    /// <summary>The lines between the marks, as far to the left as they go.</summary>
    private static string Code(IReadOnlyList<string> lines, string recipe)
    {
        string[] code = [.. lines.SkipWhile(line => line.Trim() != "// recipe: " + recipe).Skip(1).TakeWhile(line => line.Trim() != "// end")];
        Assert.NotEmpty(code);
        var indent = code.Where(line => line.Length > 0).Min(line => line.Length - line.TrimStart().Length);
        return string.Concat(code.Select(line => (line.Length > 0 ? line[indent..] : line) + "\n")).TrimEnd('\n') + "\n";
    }
}
