namespace AzurePerf.Sandbox.Programs;

/// <summary>A request as bytes: between processes of one build, so it has no version.</summary>
internal static class RequestFormat
{
    public static SandboxRequest Sample { get; } = new()
    {
        Program = "/bin/true",
        Folder = "/usr/bin",
        Arguments = [""],
        Environment = new Dictionary<string, string> { ["A"] = "" },
        Limits = new()
        {
            MemoryBytes = 1 << 30,
            AddressSpaceBytes = 1L << 32,
            FolderBytes = 1 << 20,
            Files = 1 << 20,
            Processes = 1 << 20,
            OpenFiles = 256,
            ProcessorTime = TimeSpan.FromSeconds(1),
            WallTime = TimeSpan.FromSeconds(1),
        },
    };

    public static byte[] Write(SandboxRequest request)
    {
        using var bytes = new MemoryStream();
        using var writer = new BinaryWriter(bytes);
        writer.Write(request.Program);
        writer.Write(request.Folder);
        writer.Write(request.Arguments.Count);
        foreach (var argument in request.Arguments)
        {
            writer.Write(argument);
        }

        writer.Write(request.Environment.Count);
        foreach (var (name, value) in request.Environment)
        {
            writer.Write(name);
            writer.Write(value);
        }

        writer.Write(request.UserId ?? 0);
        writer.Write(request.IsProof);
        writer.Write(request.NewestLandlockAbi);
        writer.Write(request.WorkerProcessId);
        WriteLimits(writer, request.Limits);
        writer.Flush();
        return bytes.ToArray();
    }

    public static SandboxRequest Read(byte[] message)
    {
        using var reader = new BinaryReader(new MemoryStream(message));
        return new()
        {
            Program = reader.ReadString(),
            Folder = reader.ReadString(),
            Arguments = [.. Enumerable.Range(0, reader.ReadInt32()).Select(_ => reader.ReadString())],
            Environment = Enumerable.Range(0, reader.ReadInt32()).Select(_ => (reader.ReadString(), reader.ReadString())).ToDictionary(),
            UserId = reader.ReadUInt32() is var user and > 0 ? user : null,
            IsProof = reader.ReadBoolean(),
            NewestLandlockAbi = reader.ReadInt32(),
            WorkerProcessId = reader.ReadInt32(),
            Limits = ReadLimits(reader),
        };
    }

    private static void WriteLimits(BinaryWriter writer, SandboxLimits limits)
    {
        writer.Write(limits.MemoryBytes);
        writer.Write(limits.AddressSpaceBytes);
        writer.Write(limits.FolderBytes);
        writer.Write(limits.Files);
        writer.Write(limits.Processes);
        writer.Write(limits.OpenFiles);
        writer.Write(limits.ProcessorTime.Ticks);
        writer.Write(limits.WallTime.Ticks);
        writer.Write(limits.LogBytes);
        writer.Write(limits.FreeBytes);
        writer.Write(limits.FreeFiles);
    }

    private static SandboxLimits ReadLimits(BinaryReader reader) => new()
    {
        MemoryBytes = reader.ReadInt64(),
        AddressSpaceBytes = reader.ReadInt64(),
        FolderBytes = reader.ReadInt64(),
        Files = reader.ReadInt32(),
        Processes = reader.ReadInt32(),
        OpenFiles = reader.ReadInt32(),
        ProcessorTime = new(reader.ReadInt64()),
        WallTime = new(reader.ReadInt64()),
        LogBytes = reader.ReadInt32(),
        FreeBytes = reader.ReadInt64(),
        FreeFiles = reader.ReadInt64(),
    };
}
