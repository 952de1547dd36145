using System.IO.Enumeration;
using System.Runtime.InteropServices;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Launch;

/// <summary>Gives a folder and all in it to the program's user, while no program runs there. Links are not followed.</summary>
internal static class FolderOwner
{
    private static readonly EnumerationOptions All =
        new() { AttributesToSkip = 0, RecurseSubdirectories = true, IgnoreInaccessible = false };

    public static void Give(string folder, uint user)
    {
        try
        {
            var entries = new FileSystemEnumerable<string>(folder, (ref FileSystemEntry entry) => entry.ToFullPath(), All)
            {
                ShouldRecursePredicate = (ref FileSystemEntry entry) => (entry.Attributes & FileAttributes.ReparsePoint) == 0,
            };
            foreach (var path in entries)
            {
                Give(path);
            }
        }
        catch (Exception missing) when (missing is IOException or UnauthorizedAccessException)
        {
            throw new SetUpException(SetUpStep.Folder, missing is UnauthorizedAccessException ? Errno.AccessDenied : Errno.NoSuchFile);
        }

        Give(folder);

        void Give(string path)
        {
            if (LibC.ChangeOwner(path, user, user) != 0)
            {
                throw new SetUpException(SetUpStep.Folder, Marshal.GetLastPInvokeError());
            }
        }
    }
}
