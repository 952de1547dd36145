using System.Runtime.InteropServices;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Probes.Disks;

/// <summary>Moves blocks between a file and one buffer per client, each block as the client's pattern has it.</summary>
/// <param name="file">All clients share it.</param>
/// <param name="options">Pattern, block, direction and clients.</param>
/// <param name="seed">Of the random offsets and of what is written.</param>
internal sealed class DiskBlocks(DiskFile file, DiskBlockOptions options, int seed) : IDisposable
{
    private readonly Client?[] _clients = new Client?[options.Clients];
    private readonly long _blocks = file.Bytes / options.BlockBytes;

    /// <summary>Makes the client's buffer unless it has one, on the client's own thread, so that it lies in the memory of its
    /// processor.</summary>
    public void MakeReady(int client) => Ready(client);

    /// <summary>Moves the client's next block; always called on the same thread for one client.</summary>
    /// <returns>Its bytes.</returns>
    public int MoveNext(int client)
    {
        var own = Ready(client);
        own.Offset = own.NextBlock(_blocks) * options.BlockBytes;
        if (options.Direction == DiskDirection.Write)
        {
            RandomAccess.Write(file.Handle, own.Buffer, own.Offset);
        }
        else if (RandomAccess.Read(file.Handle, own.Buffer, own.Offset) is var read && read != options.BlockBytes)
        {
            throw new EndOfStreamException(
                FormattableString.Invariant($"the disk gave {read} of {options.BlockBytes} bytes at {own.Offset}"));
        }

        return options.BlockBytes;
    }

    /// <summary>Where the client's last block lies in the file.</summary>
    public long OffsetOf(int client) => _clients[client]!.Offset;

    /// <exception cref="CorruptDataException">The block that the client read last is not that of its place.</exception>
    public void Verify(int client)
    {
        if (options.Direction == DiskDirection.Read && !DiskFile.HasNumbers(_clients[client]!.Buffer, OffsetOf(client)))
        {
            throw new CorruptDataException(
                FormattableString.Invariant($"what was read at {OffsetOf(client)} is not what was written there"));
        }
    }

    public void Dispose() => Array.ForEach(_clients, client => client?.Dispose());

    private Client Ready(int client) => _clients[client] ??= new(client, options, seed);

    private sealed class Client : IDisposable
    {
        private readonly AlignedArray _buffer;
        private readonly Random _random;
        private readonly DiskBlockOptions _options;
        private long _next;

        public Client(int number, DiskBlockOptions options, int seed)
        {
            (_options, _next) = (options, number);
            _random = new(unchecked((int)StableHash.Of(seed, number)));
            _buffer = new(options.BlockBytes / sizeof(double));
            _random.NextBytes(Buffer);
        }

        public Span<byte> Buffer => MemoryMarshal.AsBytes(_buffer.Span);

        public long Offset { get; set; }

        public long NextBlock(long blocks)
        {
            if (_options.Pattern == DiskPattern.Random)
            {
                return _random.NextInt64(blocks);
            }

            var block = _next % blocks;
            _next = block + _options.Clients;
            return block;
        }

        public void Dispose() => _buffer.Dispose();
    }
}
