using System.Diagnostics;
using System.Text;

namespace AzurePerf.ProcessTests.Deployment;

/// <summary>A second build of a host, without compiling anything: a copy whose own assembly carries another version, of the same length.</summary>
internal static class OtherBuild
{
    public static void Make(string hostFolder, string copyFolder, string assembly)
    {
        foreach (var file in Directory.EnumerateFiles(hostFolder))
        {
            File.Copy(file, Path.Combine(copyFolder, Path.GetFileName(file)));
        }

        var path = Path.Combine(copyFolder, assembly);
        var version = FileVersionInfo.GetVersionInfo(path).ProductVersion!;
        var changed = version[..^1] + (version[^1] == '0' ? '1' : '0');
        Assert.True(Replace(path, Encoding.UTF8.GetBytes(version), Encoding.UTF8.GetBytes(changed)) > 0, $"{assembly} does not carry its version {version}");
    }

    private static int Replace(string path, byte[] before, byte[] after)
    {
        var content = File.ReadAllBytes(path);
        var found = 0;
        for (var at = content.AsSpan().IndexOf(before); at >= 0; at = content.AsSpan().IndexOf(before))
        {
            after.CopyTo(content, at);
            found++;
        }

        File.WriteAllBytes(path, content);
        return found;
    }
}
