using System.Reflection;

namespace AzurePerf.Sandbox;

/// <summary>How to start the executable that has the sandbox's verbs: absolute path of a file, and arguments before the verb.</summary>
public sealed record SandboxCommand(string FileName, IReadOnlyList<string> Arguments)
{
    /// <summary>The executable of this process. Where that is the dotnet command, the assembly comes first.</summary>
    public static SandboxCommand OfThisProcess()
    {
        var own = Environment.ProcessPath ?? throw new InvalidOperationException("the path of this process is not known");
        return Path.GetFileNameWithoutExtension(own) == "dotnet" ? new(own, [Assembly.GetEntryAssembly()!.Location]) : new(own, []);
    }
}
