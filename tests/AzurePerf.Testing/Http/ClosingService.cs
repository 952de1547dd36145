using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using AzurePerf.Core.Targets;

namespace AzurePerf.Testing.Http;

/// <summary>A service that closes each connection in good order after one request, which an HTTP server in this process would not do before it has answered.</summary>
public sealed class ClosingService : IAsyncDisposable
{
    private const string Length = "Content-Length:";

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly SemaphoreSlim _closed = new(0);
    private readonly byte[] _answer;
    private readonly Task _serving;
    private int _requests;

    /// <param name="answer">What it answers before it closes; nothing where it is empty.</param>
    public ClosingService(string answer)
    {
        _answer = Encoding.ASCII.GetBytes(answer);
        _listener.Start();
        _serving = ServeAsync();
    }

    public StorageAccountAddress Address => LoopbackService.AddressAt(new($"http://{_listener.LocalEndpoint}"));

    /// <summary>Requests that have arrived.</summary>
    public int Requests => Volatile.Read(ref _requests);

    /// <summary>Returns when one more connection was closed.</summary>
    public Task ClosedAsync(CancellationToken cancellationToken) => _closed.WaitAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _serving.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _listener.Dispose();
        _stop.Dispose();
        _closed.Dispose();
    }

    private async Task ServeAsync()
    {
        while (true)
        {
            using (var connection = await _listener.AcceptTcpClientAsync(_stop.Token))
            {
                var stream = connection.GetStream();
                await ReadRequestAsync(stream);
                Interlocked.Increment(ref _requests);
                await stream.WriteAsync(_answer, _stop.Token);
            }

            _closed.Release();
        }
    }

    /// <summary>To its last byte: what is left unread would make the end a reset.</summary>
    private async Task ReadRequestAsync(NetworkStream stream)
    {
        using var reader = new StreamReader(stream, Encoding.ASCII, leaveOpen: true);
        var body = 0;
        while (await reader.ReadLineAsync(_stop.Token) is { Length: > 0 } line)
        {
            body = line.StartsWith(Length, StringComparison.OrdinalIgnoreCase) ? int.Parse(line.AsSpan(Length.Length), CultureInfo.InvariantCulture) : body;
        }

        if (body > 0)
        {
            await reader.ReadBlockAsync(new char[body], _stop.Token);
        }
    }
}
