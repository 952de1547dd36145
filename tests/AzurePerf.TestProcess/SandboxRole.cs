using System.Globalization;
using AzurePerf.Sandbox;

namespace AzurePerf.TestProcess;

/// <summary>A worker with one program, to be killed: it prints the process id of the guard.</summary>
internal static class SandboxRole
{
    /// <summary>Says whether a file that a program left can be opened, is not there, or cannot be looked for.</summary>
    public static int Open(string folder, string name)
    {
        try
        {
            using var file = SandboxOutput.Open(folder, name);
            Console.WriteLine(file is null ? "none" : "opened");
        }
        catch (PlatformNotSupportedException)
        {
            Console.WriteLine("refused");
        }
        catch (IOException failure)
        {
            Console.WriteLine(failure.Message);
        }

        return 0;
    }

    public static async Task<int> RunAsync(string folder, string user, string fileName, string[] arguments)
    {
        await using var guard = await SandboxGuard.StartAsync(new(fileName, arguments), CancellationToken.None);
        Console.WriteLine(guard.ProcessId.ToString(CultureInfo.InvariantCulture));
        var id = uint.Parse(user, CultureInfo.InvariantCulture);
        var result = await guard.RunAsync(
            new()
            {
                Program = "attack",
                Arguments = ["stay"],
                Folder = folder,
                UserId = id == 0 ? null : id,
                Limits = new()
                {
                    MemoryBytes = 1 << 28,
                    AddressSpaceBytes = 1L << 32,
                    FolderBytes = 1 << 24,
                    Files = 100,
                    Processes = 24,
                    OpenFiles = 128,
                    ProcessorTime = TimeSpan.FromSeconds(15),
                    WallTime = TimeSpan.FromSeconds(15),
                },
            },
            CancellationToken.None);
        Console.WriteLine(result.Sentence);
        return 0;
    }
}
