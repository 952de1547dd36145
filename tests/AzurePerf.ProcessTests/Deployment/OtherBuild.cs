namespace AzurePerf.ProcessTests.Deployment;

/// <summary>The worker built a second time from the same sources, as another release is, with everything that the build makes in a folder of its own.</summary>
internal static class OtherBuild
{
    public const string BuildId = "second-build";

    /// <summary>Builds and publishes it; the path of its assembly.</summary>
    public static async Task<string> PublishAsync(string folder)
    {
        var output = Path.Combine(folder, "published");
        await DotnetCommand.RunAsync(
            "publish", "src/AzurePerf.Worker", "--configuration", DotnetCommand.Configuration, "--output", output,
            $"-p:BuildId={BuildId}", $"-p:ArtifactsPath={folder}", "-p:RunAnalyzers=false");
        return Path.Combine(output, "AzurePerf.Worker.dll");
    }
}
