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

    /// <summary>The dotnet command of the runtime that runs the tests.</summary>
    public static string Dotnet
    {
        get
        {
            var dotnet = System.IO.Path.GetFullPath(System.IO.Path.Combine(System.Runtime.InteropServices.RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", "dotnet"));
            Assert.SkipUnless(File.Exists(dotnet), "the dotnet command is not installed");
            return dotnet;
        }
    }

    private static string Path(string name)
    {
        var folder = Compiled.Value;
        Assert.SkipWhen(folder is null, "gcc is not installed: apt-get install gcc libc6-dev");
        return System.IO.Path.Combine(folder!.FullName, name);
    }

    private static DirectoryInfo? Compile()
    {
        if (!(Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Any(folder => File.Exists(System.IO.Path.Combine(folder, "gcc")))
            || !HasHeaders())
        {
            return null;
        }

        var folder = Directory.CreateTempSubdirectory("azureperf-programs-");
        AppDomain.CurrentDomain.ProcessExit += (_, _) => folder.Delete(recursive: true);
        File.SetUnixFileMode(folder.FullName, (UnixFileMode)0b111_101_101);
        foreach (var name in new[] { "attack", "deny" })
        {
            var source = System.IO.Path.Combine(AppContext.BaseDirectory, "Programs", name + ".c");
            Compile(source, System.IO.Path.Combine(folder.FullName, name));
        }

        return folder;
    }

    private static void Compile(string source, string program)
    {
        using var gcc = Process.Start("gcc", ["-O1", "-pthread", "-o", program, source]);
        gcc.WaitForExit();
        Assert.Equal(0, gcc.ExitCode);
    }

    /// <summary>A compiler can be installed without the headers of the C library and the kernel.</summary>
    private static bool HasHeaders()
    {
        using var gcc = Process.Start(new ProcessStartInfo("gcc", ["-E", "-x", "c", "-"]) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true })!;
        gcc.StandardInput.Write("#include <stdio.h>\n#include <linux/seccomp.h>\n");
        gcc.StandardInput.Close();
        var errors = gcc.StandardError.ReadToEndAsync();
        _ = gcc.StandardOutput.ReadToEnd();
        gcc.WaitForExit();
        return gcc.ExitCode == 0 && errors.GetAwaiter().GetResult().Length == 0;
    }
}
