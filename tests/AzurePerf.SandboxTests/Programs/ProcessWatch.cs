using System.Globalization;

namespace AzurePerf.SandboxTests.Programs;

/// <summary>Waits until a program runs.</summary>
internal static class ProcessWatch
{
    public static async Task<int> ProgramAsync(SandboxRoom room, string name, int processes = 3)
    {
        var began = TimeProvider.System.GetTimestamp();
        while (true)
        {
            var found = room.Processes().Where(id => NameOf(id) == name).ToArray();
            if (found.Length >= processes)
            {
                return found[0];
            }

            Assert.True(TimeProvider.System.GetElapsedTime(began) < TimeSpan.FromSeconds(10), "the program does not start");
            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, TestContext.Current.CancellationToken);
        }
    }

    public static string NameOf(int process)
    {
        try
        {
            return File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/comm")).Trim();
        }
        catch (IOException)
        {
            return "";
        }
    }
}
