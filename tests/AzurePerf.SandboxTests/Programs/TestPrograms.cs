using System.Diagnostics;

namespace AzurePerf.SandboxTests.Programs;

/// <summary>Programs in C, compiled once; without a compiler their tests are skipped.</summary>
internal static class TestPrograms
{
    private static readonly Lazy<DirectoryInfo?> Compiled = new(Compile);

    public static string Attack => Path("attack");

    public static string Deny => Path("deny");

    /// <summary>The worker's executable as it was built: the one with the verbs.</summary>
    public static SandboxCommand Worker { get; } = new(System.IO.Path.Combine(AppContext.BaseDirectory, "AzurePerf.Worker"), []);

    private static string Path(string name)
    {
        var folder = Compiled.Value;
        Assert.SkipWhen(folder is null, "gcc is not installed: apt-get install gcc libc6-dev");
        return System.IO.Path.Combine(folder!.FullName, name);
    }

    private static DirectoryInfo? Compile()
    {
        if (!(Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Any(folder => File.Exists(System.IO.Path.Combine(folder, "gcc"))))
        {
            return null;
        }

        var folder = Directory.CreateTempSubdirectory("azureperf-programs-");
        AppDomain.CurrentDomain.ProcessExit += (_, _) => folder.Delete(recursive: true);
        File.SetUnixFileMode(folder.FullName, (UnixFileMode)0b111_101_101);
        foreach (var name in new[] { "attack", "deny" })
        {
            var source = System.IO.Path.Combine(AppContext.BaseDirectory, "Programs", name + ".c");
            using var gcc = Process.Start("gcc", ["-O1", "-pthread", "-o", System.IO.Path.Combine(folder.FullName, name), source]);
            gcc.WaitForExit();
            Assert.Equal(0, gcc.ExitCode);
        }

        return folder;
    }
}
