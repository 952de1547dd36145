using Microsoft.Win32.SafeHandles;

namespace AzurePerf.Probes.Compute.Correlation;

/// <summary>A file of this process alone: its name is gone as soon as it is open, so that the system gives its space back however the
/// process ends.</summary>
internal sealed class ScratchFile : IDisposable
{
    private readonly SafeFileHandle _handle;

    /// <param name="folder">Where.</param>
    /// <param name="name">Not taken there; for the moment between opening and deleting.</param>
    public ScratchFile(string folder, string name)
    {
        var path = Path.Combine(folder, name);
        _handle = File.OpenHandle(path, FileMode.Create, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
        File.Delete(path);
    }

    public void Write(ReadOnlySpan<byte> content)
    {
        RandomAccess.SetLength(_handle, content.Length);
        RandomAccess.Write(_handle, content, 0);
    }

    /// <summary>Fills the whole buffer from the start of the file. May be called by several threads at once.</summary>
    /// <exception cref="EndOfStreamException">The file is shorter.</exception>
    public void Read(Span<byte> buffer)
    {
        for (var done = 0; done < buffer.Length;)
        {
            var read = RandomAccess.Read(_handle, buffer[done..], done);
            done += read > 0 ? read : throw new EndOfStreamException($"The file ends after {done} of {buffer.Length} bytes.");
        }
    }

    public void Dispose() => _handle.Dispose();
}
