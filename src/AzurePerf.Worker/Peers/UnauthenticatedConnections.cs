namespace AzurePerf.Worker.Peers;

/// <summary>
/// Connections that have proved nothing yet, oldest first. There is room for few, and who comes when there is none takes the place of the
/// oldest: the peer proves itself in milliseconds and passes, while strangers would keep their places for as long as they are waited for.
/// Not safe for several threads.
/// </summary>
/// <param name="places">How many there are at most.</param>
/// <param name="end">Ends a connection.</param>
internal sealed class UnauthenticatedConnections<T>(int places, Action<T> end)
    where T : class
{
    private readonly LinkedList<T> _connections = [];
    private readonly Dictionary<T, LinkedListNode<T>> _nodes = new(ReferenceEqualityComparer.Instance);

    public void Add(T connection)
    {
        while (_connections.Count >= places)
        {
            var oldest = _connections.First!.Value;
            Remove(oldest);
            end(oldest);
        }

        _nodes.Add(connection, _connections.AddLast(connection));
    }

    /// <summary>To be called when a connection has proved itself or is over. False when it was not there any more.</summary>
    public bool Remove(T connection)
    {
        if (!_nodes.Remove(connection, out var node))
        {
            return false;
        }

        _connections.Remove(node);
        return true;
    }
}
