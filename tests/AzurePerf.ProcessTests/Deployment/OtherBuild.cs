namespace AzurePerf.ProcessTests.Deployment;

/// <summary>
/// The worker built a second time from the same sources, as another release is, with everything that the build makes in a folder of its own. The id of a build is one of its program:
/// what the program refers to is taken as it was built with these tests.
/// </summary>
internal static class OtherBuild
{
    public const string BuildId = "second-build";

    /// <summary>Where it is built is nothing that the projects it refers to are asked with: they are where they always are.</summary>
    private const string OfThisProjectAlone = "-p:_GlobalPropertiesToRemoveFromProjectReferences=%3BArtifactsPath%3BBuildId%3BOutputPath%3BPublishDir%3B_CommandLineDefinedOutputPath";

    /// <summary>Builds and publishes it; the path of its assembly.</summary>
    public static async Task<string> PublishAsync(string folder)
    {
        var output = Path.Combine(folder, "published");
        await DotnetCommand.RunAsync(
            "publish", "src/AzurePerf.Worker", "--configuration", DotnetCommand.Configuration, "--output", output,
            $"-p:BuildId={BuildId}", $"-p:ArtifactsPath={folder}", "-p:RunAnalyzers=false", "-p:BuildProjectReferences=false", OfThisProjectAlone);
        return Path.Combine(output, "AzurePerf.Worker.dll");
    }
}
